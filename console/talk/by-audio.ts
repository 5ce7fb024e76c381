import { DisconnectReason, Room, RoomEvent, Track } from "livekit-client";
import type { Audio } from "./api.ts";
import type { TalkParts } from "./by-words.ts";
import type { Status } from "./conversation.ts";
import { watchLevel } from "./level-meter.ts";
import { showLine } from "./shown-line.ts";
import { words } from "./words.ts";
import { createWrittenWords } from "./written-words.ts";

/** The topic under which the agent's side sends its words, and receives written ones. */
const TOPIC = "words";
/** Without its agent the conversation is over after this time. */
const AGENT_WITHIN_MS = 30_000;

/** Talks over LiveKit: the browser sends what the microphone hears, and plays what the agent says. */
export const talkByAudio = async (
  { url, token }: Audio,
  { leavesWithPage, ...parts }: TalkParts & { leavesWithPage: boolean },
): Promise<void> => {
  const room = new Room({ disconnectOnPageLeave: leavesWithPage });
  const { transcript, note, onStatus, onOpen } = parts;
  let stop = () => {};
  let absent: ReturnType<typeof setTimeout> | undefined;
  let wasAway = false;
  const written = createWrittenWords({
    send: (said) => room.localParticipant.publishData(new TextEncoder().encode(JSON.stringify(said)), SEND),
    show: transcript.personSays,
  });
  const awaitAgent = () => {
    absent = setTimeout(() => {
      note(words.noAgent);
      void room.disconnect();
    }, AGENT_WITHIN_MS);
  };
  room
    .on(RoomEvent.ParticipantConnected, () => {
      clearTimeout(absent);
      if (wasAway) {
        // The agent's side that heard the forming words is gone.
        transcript.personForms("");
        transcript.agentRepeats();
      }
      onStatus("listening");
    })
    .on(RoomEvent.ParticipantDisconnected, () => {
      wasAway = true;
      written.agentLeaves();
      onStatus("reconnecting");
      awaitAgent();
    })
    .on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === Track.Kind.Audio) track.attach();
    })
    .on(RoomEvent.DataReceived, (bytes, _participant, _kind, topic) => {
      if (topic !== TOPIC) return;
      showLine(JSON.parse(new TextDecoder().decode(bytes)), { ...parts, onPersonSays: written.taken });
      written.agentListens();
    })
    .on(RoomEvent.Reconnecting, () => onStatus("reconnecting"))
    .on(RoomEvent.Reconnected, () => {
      written.connectionIsBack();
      onStatus("listening");
    })
    .on(RoomEvent.Disconnected, (reason) => {
      clearTimeout(absent);
      stop();
      onStatus(endOf(reason));
    });
  onStatus("connecting");
  await room.connect(url, token);
  if (room.remoteParticipants.size > 0) {
    // An agent that was in the room before the page may send nothing until it receives something.
    written.agentListens();
    onStatus("listening");
  } else awaitAgent();
  onOpen({
    writes: written.write,
    setMuted: (isMuted) => void room.localParticipant.setMicrophoneEnabled(!isMuted),
    leave: () => void room.disconnect(),
  });
  await room.startAudio();
  stop = await openMicrophone(room, parts);
};

const SEND = { reliable: true, topic: TOPIC };

const endOf = (reason: DisconnectReason | undefined): Status => {
  if (reason === DisconnectReason.DUPLICATE_IDENTITY) return "elsewhere";
  return reason === DisconnectReason.CLIENT_INITIATED || reason === DisconnectReason.ROOM_DELETED ? "over" : "gone";
};

/** Opens the microphone and shows its level; returns the function that stops that. Without a microphone, writing still works. */
const openMicrophone = async (room: Room, { meter, note, onMicrophone }: TalkParts): Promise<() => void> => {
  try {
    const publication = await room.localParticipant.setMicrophoneEnabled(true);
    const microphone = publication?.track?.mediaStreamTrack;
    if (!microphone) throw new Error("there is no microphone");
    onMicrophone();
    return watchLevel(new MediaStream([microphone]), meter);
  } catch {
    note(words.noMicrophone);
    return () => {};
  }
};
