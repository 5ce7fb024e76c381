import { setTimeout as delay } from "node:timers/promises";
import { createByteRooms } from "./byte-rooms.ts";
import { tooManyRequests } from "../http-error.ts";

export interface PaceClock {
  now: () => number;
  /** Ends early when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const ownClock: PaceClock = {
  now: () => performance.now(),
  wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
};

/** Lets the bytes of a subject through no faster than its room is refilled: those beyond it come later. */
export interface Pace<Subject> {
  /** Waits until there is room, or until `signal` aborts. Throws 429 when that would take too long. */
  enter(subject: Subject, bytes: number, signal: AbortSignal): Promise<void>;
  /** Counts more; negative: less was needed. */
  correct(subject: Subject, bytes: number): void;
}

export const createPace = <Subject>(
  {
    longestWaitMs,
    refusal,
    ...room
  }: { burstBytes: number; bytesPerSecond: number; longestWaitMs: number; refusal: string },
  { now, wait }: PaceClock = ownClock,
): Pace<Subject> => {
  const rooms = createByteRooms<Subject>({ ...room, now });
  return {
    enter: async (subject, bytes, signal) => {
      const waitMs = rooms.msUntilRoom(subject);
      if (waitMs > longestWaitMs) throw tooManyRequests(refusal, waitMs / 1000);
      rooms.take(subject, bytes);
      if (waitMs > 0) await wait(waitMs, signal);
    },
    correct: rooms.take,
  };
};
