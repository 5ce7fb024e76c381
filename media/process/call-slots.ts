import { setTimeout as delay } from "node:timers/promises";
import { ApplicationFailure } from "@temporalio/common";
import { createSemaphore } from "../../infra/limits/semaphore.ts";

export const VOICE_LOST = "VoiceLost";

const PHONE_WAITS_MS = 15_000;
const LOOK_EVERY_MS = 250;

/** Limits the number of calls in which this process speaks, because with one more all of them would stutter. */
export interface CallSlots {
  /**
   * Takes a slot for a call and returns the function that frees it. Throws when all are taken; another process, or this one later,
   * then takes the call.
   */
  take(runUuid: string): () => void;
  /**
   * This process hardly keeps up: for a while it reports that all slots are taken, and still takes the calls that one was promised.
   * Returns false when that is so already.
   */
  close(): boolean;
  /** Sound waits. One pause, as of the whole machine, is no reason to close; returns true when these have become one. */
  noteLate(): boolean;
  /** Sound was dropped: for a while it takes no calls at all. */
  fallBehind(): void;
  taken(): number;
}

/** Long enough for a call to end, and short enough for a person on the telephone to wait. */
const BEHIND_FOR_MS = 10_000;
/** Sound that waits again within the first time, over the second one, does so because this process carries too much. */
const LATE_AGAIN_WITHIN_MS = 5000;
const LATE_FOR_MS = 1000;

/** Creates slots. `onChange` is called when a slot was taken for this call, or, without one, freed. */
export const createCallSlots = (
  slots: number,
  onChange: (takenBy: string | null) => void = () => {},
  now: () => number = () => performance.now(),
): CallSlots => {
  const semaphore = createSemaphore({ permits: slots });
  let behindUntilMs = -Infinity;
  let closedUntilMs = -Infinity;
  let lateness = { sinceMs: -Infinity, lastMs: -Infinity };
  const isBehind = () => now() < behindUntilMs;
  const close = (): boolean => {
    const wasClosed = now() < closedUntilMs;
    closedUntilMs = now() + BEHIND_FOR_MS;
    if (!wasClosed) onChange(null);
    return !wasClosed;
  };
  return {
    take: (runUuid) => {
      if (isBehind()) throw full("this media process does not keep up with the calls that it carries");
      const release = semaphore.tryAcquire();
      if (release === null) throw full(`all ${slots} slots of this media process are taken`);
      onChange(runUuid);
      let isFreed = false;
      return () => {
        if (isFreed) return;
        isFreed = true;
        release();
        onChange(null);
      };
    },
    close,
    noteLate: () => {
      const lastMs = now();
      const sinceMs = lastMs - lateness.lastMs > LATE_AGAIN_WITHIN_MS ? lastMs : lateness.sinceMs;
      lateness = { sinceMs, lastMs };
      return lastMs - sinceMs >= LATE_FOR_MS && close();
    },
    fallBehind: () => {
      behindUntilMs = now() + BEHIND_FOR_MS;
      close();
    },
    taken: () => (now() < closedUntilMs ? slots : semaphore.acquired()),
  };
};

const full = (sentence: string) => ApplicationFailure.retryable(sentence, "MediaFull");

/**
 * Takes a slot for a person on the telephone, who hears nothing meanwhile, and waits this long for one. Afterwards it rejects
 * permanently, so that the call is hung up.
 */
export const takeSlotInTime = async (
  slots: CallSlots,
  runUuid: string,
  signal: AbortSignal,
  waitsMs = PHONE_WAITS_MS,
): Promise<() => void> => {
  const sinceMs = performance.now();
  for (;;) {
    try {
      return slots.take(runUuid);
    } catch (error) {
      if (performance.now() - sinceMs >= waitsMs) {
        throw ApplicationFailure.nonRetryable("all slots of this media process stay taken", VOICE_LOST, error);
      }
      await delay(LOOK_EVERY_MS, undefined, { signal });
    }
  }
};
