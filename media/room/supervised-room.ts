import type { SupervisorHearing } from "../hearing/supervisor-hearing.ts";
import type { Supervision } from "../relay/agent-frames.ts";
import type { Speaker } from "../speaking/speech-player.ts";
import { quicken } from "./quickened-sound.ts";
import type { Side, SupervisorLine } from "./supervisor-line.ts";
import type { VoiceRoom } from "./voice-room.ts";

export interface SupervisedRoom {
  room: VoiceRoom;
  follow(supervision: Supervision): void;
  /** The call is over. */
  close(): void;
}

/** More of a supervisor's voice than this does not wait: what is older is dropped, so that two people do not talk past one another. */
const MOST_WAITING_MS = 400;

/**
 * Lets supervisors hear both sides of a call while one listens, each sound when the person hears or says it, and the person hear
 * whoever has taken the call over. `openLine` connects with the supervisors of one process of the API (null: of whichever has some); it gets what takes their
 * microphone's sound, at 16 kHz.
 * `hearing` hears what they say to the person, for the transcript.
 */
export const superviseRoom = (
  room: VoiceRoom,
  openLine: (at: string | null, heard: (samples: Int16Array) => void) => SupervisorLine,
  hearing: () => SupervisorHearing,
): SupervisedRoom => {
  let ears: SupervisorHearing | null = null;
  const lines = createLines((at) => openLine(at, speakAsSupervisor));
  let supervision: Supervision = { listens: false, takenOver: false, at: [] };
  /** Increases when sound that waits is dropped. */
  let generation = 0;
  const { speaker } = room;

  const sendWhenHeard = (side: "agent" | "supervisor", samples: Int16Array): void => {
    const mine = generation;
    whenHeard(speaker, () => mine === generation && lines.send(side, samples));
  };
  const speakAsSupervisor = (samples: Int16Array): void => {
    if (!supervision.takenOver || speaker.waitingMs() > MOST_WAITING_MS) return;
    const spoken = quicken(samples);
    sendWhenHeard("supervisor", spoken);
    (ears ??= hearing()).take(samples);
    // The line fails with the room, which tells of it by itself.
    speaker.play(spoken).catch(() => {});
  };
  const clear = () => {
    generation += 1;
    speaker.clear();
  };
  const close = () => {
    ears?.finish();
    lines.keep([]);
  };
  return {
    room: {
      ...room,
      speaker: {
        ...speaker,
        play: (samples) => {
          if (lines.areOpen()) sendWhenHeard("agent", samples);
          return speaker.play(samples);
        },
        clear,
      },
      listen: (events) =>
        room.listen({
          ...events,
          sound: (frame) => {
            if (lines.areOpen()) lines.send("person", quicken(frame));
            return events.sound(frame);
          },
        }),
    },
    follow: (now) => {
      if (supervision.takenOver && !now.takenOver) ears?.finish();
      supervision = now;
      if (!now.listens) return close();
      // An API of a former version does not tell where.
      lines.keep(now.at.length > 0 ? now.at : [null]);
    },
    close,
  };
};

/** Does work when what is handed over to the speaker now is heard. */
const whenHeard = (speaker: Speaker, work: () => void): void => {
  const waitingMs = speaker.waitingMs();
  if (waitingMs < 1) work();
  else setTimeout(work, waitingMs).unref();
};

/** Keeps one line to each process that has supervisors. */
const createLines = (open: (at: string | null) => SupervisorLine) => {
  const lines = new Map<string | null, SupervisorLine>();
  return {
    areOpen: () => lines.size > 0,
    send: (side: Side, samples: Int16Array): void => {
      for (const line of lines.values()) line.send(side, samples);
    },
    keep: (wanted: readonly (string | null)[]): void => {
      for (const [at, line] of lines) {
        if (wanted.includes(at)) continue;
        line.close();
        lines.delete(at);
      }
      for (const at of wanted) if (!lines.has(at)) lines.set(at, open(at));
    },
  };
};
