import {
  AudioSource,
  AudioStream,
  DisconnectReason,
  LocalAudioTrack,
  type RemoteTrack,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";
import { z } from "zod";
import { parseJson } from "../../domain/json/json-value.ts";
import type { LivekitSettings } from "../../infra/livekit/livekit-settings.ts";
import {
  AGENT_IDENTITY,
  buildRoomName,
  isPerson,
  type RoomOfCall,
  signRoomToken,
} from "../../infra/livekit/room-token.ts";
import type { Logger } from "../../infra/logger.ts";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import { CALL_STATUS_ATTRIBUTE, HUNG_UP } from "../../infra/telephony/sip/sip.participant.ts";
import { createLastEndWatch } from "../hearing/audio-frames.ts";
import { FRAME_MS, type MicrophoneEvents, type MicrophoneOwner, streamMicrophone } from "../hearing/microphone.ts";
import { SAMPLE_RATE } from "../hearing/voice-activity.ts";
import type { CallSlots } from "../process/call-slots.ts";
import { createPaddedSpeaker } from "../speaking/silence-padding.ts";
import type { Speaker } from "../speaking/speech-player.ts";
import { createSubscribedSpeaker } from "../speaking/subscribed-speaker.ts";
import type { ShownLine } from "../turn-taking.ts";
import { openAudioSource } from "./livekit-audio-source.ts";
import { createParticipantLimits } from "./participant-limits.ts";
import { filterRoomEvents } from "./room-event-filter.ts";

export interface VoiceRoom {
  speaker: Speaker;
  listen(events: RoomEvents): void;
  /** Sends text beside the sound, for pages that show it. */
  show(line: ShownLine): void;
  pressDigits(digits: string): Promise<void>;
  leave(): Promise<void>;
}

export interface RoomEvents extends MicrophoneEvents {
  /** The microphone's sound has ended, and there is no other: the person loads the page again, or has left. */
  soundEnded(): void;
  /** The person has written instead of speaking. */
  written(words: WrittenWords): void;
  digit(digit: string): void;
  personLeft(): void;
  /** The room has failed: LiveKit has disconnected this process, or is not reachable. */
  failed(error: unknown): void;
}

/** The topic under which pages receive the text, and send what is written on them. */
const WORDS_TOPIC = "words";
const TOKEN_SECONDS = 300;
/** A person who loads the page again, or joins from another one, is back within this time. */
export const BACK_WITHIN_MS = 4000;
/** A client that has joined receives the agent's sound within this time, or never. */
const SUBSCRIBED_WITHIN_MS = 4000;
/** The longest queue of sound, so that an interruption takes effect at once. */
const QUEUE_MS = 400;

interface RoomParts {
  livekit: LivekitSettings;
  logger: Logger;
  slots: CallSlots;
}

/** Joins the room of a call, as its agent where no other identity is named; sound arrives only after `listen`. */
export const joinRoom = async (
  { livekit: settings, logger, slots }: RoomParts,
  run: RoomOfCall,
  identity: string = AGENT_IDENTITY,
): Promise<VoiceRoom> => {
  const room = filterRoomEvents(new Room());
  const expiresAt = new Date(Date.now() + TOKEN_SECONDS * 1000);
  const token = await signRoomToken(settings, { room: buildRoomName(run), identity, expiresAt });
  await room.connect(settings.url.replace(/^http/, "ws"), token, { autoSubscribe: false, dynacast: false });
  const source = new AudioSource(SPOKEN_SAMPLE_RATE, 1, QUEUE_MS);
  const track = LocalAudioTrack.createAudioTrack(identity, source);
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
  const publication = await room.localParticipant?.publishTrack(track, options);
  const left = new AbortController();
  const onNobody = () => logger.warn({ run_uuid: run.uuid }, "nobody takes the agent's sound; it speaks all the same");
  const subscribed = publication?.waitForSubscription() ?? Promise.resolve();
  const sounding = { left: left.signal, sampleRate: SPOKEN_SAMPLE_RATE };
  return {
    speaker: createSubscribedSpeaker(createPaddedSpeaker(openAudioSource(source), sounding), {
      ...sounding,
      subscribed,
      withinMs: SUBSCRIBED_WITHIN_MS,
      onNobody,
    }),
    listen: (events) => listen(room, events, { slots, logger, run }),
    show: (line) => {
      const bytes = new TextEncoder().encode(JSON.stringify(line));
      // A failure is ignored, because the person has heard what cannot be shown.
      room.localParticipant?.publishData(bytes, { reliable: true, topic: WORDS_TOPIC }).catch(() => {});
    },
    pressDigits: async (digits) => {
      for (const digit of digits) await room.localParticipant?.publishDtmf(DIGITS.indexOf(digit), digit);
    },
    leave: async () => {
      left.abort();
      room.removeAllListeners();
      await track.close();
      await room.disconnect();
    },
  };
};

const listen = (room: Room, events: RoomEvents, carrying: MicrophoneOwner): void => {
  const untilLastEnds = createLastEndWatch(events.soundEnded);
  const limits = createParticipantLimits();
  const hearFrom = (publication: RemoteTrackPublication) => {
    const there = room.remoteParticipants.values().flatMap(({ trackPublications }) => trackPublications.keys());
    if (isSpeech(publication) && limits.mayBeHeard(publication.sid ?? "", new Set(there)))
      publication.setSubscribed(true);
  };
  room.on(RoomEvent.TrackSubscribed, (track, publication, { identity }) => {
    if (isPerson(identity) && isSpeech(publication)) untilLastEnds(hear(track, events, carrying)).catch(events.failed);
  });
  room.on(RoomEvent.TrackPublished, (publication, { identity }) => {
    if (isPerson(identity)) hearFrom(publication);
  });
  room.on(RoomEvent.DtmfReceived, (_code, digit, { identity }) => {
    if (isPerson(identity) && limits.mayAct()) events.digit(digit);
  });
  room.on(RoomEvent.DataReceived, (bytes, participant, _kind, topic) => {
    if (!participant || !isPerson(participant.identity) || topic !== WORDS_TOPIC || !limits.mayAct()) return;
    const written = writtenSchema.safeParse(parseJson(new TextDecoder().decode(bytes)));
    if (written.success) events.written(written.data);
  });
  // LiveKit SIP keeps a person who has hung up in the room until the trunk has answered its last request.
  room.on(RoomEvent.ParticipantAttributesChanged, ({ [CALL_STATUS_ATTRIBUTE]: status }, { identity }) => {
    if (isPerson(identity) && status === HUNG_UP) events.personLeft();
  });
  room.on(RoomEvent.ParticipantDisconnected, ({ identity, disconnectReason }) => {
    if (!isPerson(identity)) return;
    if (disconnectReason === DisconnectReason.CLIENT_INITIATED) return events.personLeft();
    setTimeout(lookForPerson, BACK_WITHIN_MS);
  });
  const findPerson = () => room.remoteParticipants.values().find(({ identity }) => isPerson(identity));
  const lookForPerson = () => {
    if (room.isConnected && !findPerson()) events.personLeft();
  };
  room.on(RoomEvent.Disconnected, () => events.failed(new Error("LiveKit has closed the room of a call")));
  const person = findPerson();
  if (!person) setTimeout(lookForPerson, BACK_WITHIN_MS);
  for (const publication of person?.trackPublications.values() ?? []) hearFrom(publication);
};

/** A customer's own client may also send its screen, whose sound would be cut into sentences with the person's. */
const isSpeech = ({ kind, source }: RemoteTrackPublication): boolean =>
  kind === TrackKind.KIND_AUDIO && source !== TrackSource.SOURCE_SCREENSHARE_AUDIO;

const writtenSchema = z.object({
  text: z.string().trim().min(1).max(2000),
  /** Pages that lost their connection send the same words once more; absent: one of a former version does not. */
  id: z.string().max(64).optional(),
});

/** What was written on a page. */
export type WrittenWords = z.output<typeof writtenSchema>;

/** The keys are in the order of their codes. */
const DIGITS = "0123456789*#ABCD";

const hear = (track: RemoteTrack, events: RoomEvents, carrying: MicrophoneOwner): Promise<void> => {
  // Each frame of each call is an event of the one thread that carries all calls, so fewer and longer frames leave it time.
  const options = { sampleRate: SAMPLE_RATE, numChannels: 1, frameSizeMs: FRAME_MS };
  return streamMicrophone(new AudioStream(track, options), events, carrying);
};
