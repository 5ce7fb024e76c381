import { setTimeout as delay } from "node:timers/promises";
import { SPOKEN_SAMPLE_RATE } from "../../infra/models/speech.ts";
import type { Speaker } from "../speaking/speech-player.ts";
import { quicken } from "./quickened-sound.ts";
import type { RoomEvents, VoiceRoom } from "./voice-room.ts";

interface Joined {
  /** The caller's, whose call this process carries. */
  room: VoiceRoom;
  /** Joins the room of the person who takes them; null: it cannot be entered. */
  joinOther(): Promise<VoiceRoom | null>;
  /** The caller's own end, and this room's. */
  ends: Pick<RoomEvents, "personLeft" | "failed">;
  /** Aborted when the caller's call is over for this process. */
  signal: AbortSignal;
}

/** Why the two no longer hear each other: the person has left, or their room was lost, perhaps with them in it. */
export type JoinEnd = "left" | "lost";

/**
 * Lets a caller and a person hear each other, each in the room of their own call, until one of them leaves. LiveKit's own server moves
 * nobody between rooms, so this process passes the sound and the pressed keys on, and the caller's recording has both voices.
 */
export const joinCalls = async ({ room, joinOther, ends, signal }: Joined): Promise<JoinEnd> => {
  const other = await joinOther();
  if (other === null) return "lost";
  try {
    return await new Promise<JoinEnd>((resolve) => {
      if (signal.aborted) return resolve("lost");
      signal.addEventListener("abort", () => resolve("lost"), { once: true });
      other.listen({
        ...NOTHING_ELSE,
        sound: passTo(room.speaker),
        digit: passKeysTo(room),
        personLeft: () => resolve("left"),
        failed: () => resolve("lost"),
      });
      room.listen({ ...ends, ...NOTHING_ELSE, sound: passTo(other.speaker), digit: passKeysTo(other) });
    });
  } finally {
    room.speaker.clear();
    await other.leave().catch(() => {});
  }
};

const NOTHING_ELSE = { soundMissing: () => {}, soundEnded: () => {}, written: () => {}, digit: () => {} };

/** Frames come at uneven times: so much silence before the first keeps them apart from gaps. */
const LEAD_MS = 60;
/** More than this does not wait, so that two people do not talk past one another. */
const MOST_WAITING_MS = 200;
const LEAD_SAMPLES = (SPOKEN_SAMPLE_RATE * LEAD_MS) / 1000;

/** Passes a microphone's sound on; while too much waits it is dropped, down to the lead. */
export const passTo = (speaker: Pick<Speaker, "play" | "waitingMs">): RoomEvents["sound"] => {
  let isBehind = false;
  return async (frame) => {
    const waitingMs = speaker.waitingMs();
    isBehind = waitingMs > (isBehind ? LEAD_MS : MOST_WAITING_MS);
    if (isBehind) return;
    const samples = quicken(frame);
    // The line fails with the room, which tells of it by itself.
    speaker.play(waitingMs < 1 ? afterLead(samples) : samples).catch(() => {});
  };
};

const afterLead = (samples: Int16Array): Int16Array => {
  const led = new Int16Array(LEAD_SAMPLES + samples.length);
  led.set(samples, LEAD_SAMPLES);
  return led;
};

/** Presses at the other telephone what is pressed at this one, one key after another. */
const passKeysTo = ({ pressDigits }: Pick<VoiceRoom, "pressDigits">): RoomEvents["digit"] => {
  let last = Promise.resolve();
  return (digit) => {
    // A room that is lost tells of it by itself.
    last = last.then(() => pressDigits(digit)).catch(() => {});
  };
};

/** Waits on a call whose person hears nothing of this process. */
export const waitSilently = async (
  room: Pick<VoiceRoom, "listen">,
  { ends, signal, ms }: Pick<Joined, "ends" | "signal"> & { ms: number },
): Promise<void> => {
  room.listen({ ...ends, ...NOTHING_ELSE, sound: async () => {} });
  await delay(ms, undefined, { signal });
};
