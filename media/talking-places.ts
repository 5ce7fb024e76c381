import { setTimeout as delay } from "node:timers/promises";
import { ApplicationFailure } from "@temporalio/common";

export const VOICE_LOST = "VoiceLost";

const PHONE_WAITS_MS = 15_000;
const LOOK_EVERY_MS = 250;

/** Limits the number of calls in which this process speaks, because with one more all of them would stutter. */
export interface TalkingPlaces {
  /**
   * Takes a place for a call and returns the function that frees it. Throws when all are taken; another process, or this one later,
   * then takes the call.
   */
  take(runUuid: string): () => void;
  /**
   * This process hardly keeps up, so for a while there are no more places than those that are taken. Returns false when that is
   * known already.
   */
  fallBehind(): boolean;
  taken(): number;
}

/** Long enough for a call to end, and short enough for a person on the telephone to wait. */
const BEHIND_FOR_MS = 10_000;

/** Creates places. `onChange` is called when a place was taken for this call, or, without one, freed. */
export const createTalkingPlaces = (
  places: number,
  onChange: (takenBy: string | null) => void = () => {},
  now: () => number = () => performance.now(),
): TalkingPlaces => {
  let taken = 0;
  let behindUntilMs = -Infinity;
  const isBehind = () => now() < behindUntilMs;
  return {
    take: (runUuid) => {
      if (isBehind()) throw full("this media process does not keep up with the calls that it carries");
      if (taken >= places) throw full(`all ${places} places of this media process are taken`);
      taken += 1;
      onChange(runUuid);
      let isFreed = false;
      return () => {
        if (isFreed) return;
        isFreed = true;
        taken -= 1;
        onChange(null);
      };
    },
    fallBehind: () => {
      const wasBehind = isBehind();
      behindUntilMs = now() + BEHIND_FOR_MS;
      if (!wasBehind) onChange(null);
      return !wasBehind;
    },
    taken: () => (isBehind() ? places : taken),
  };
};

const full = (sentence: string) => ApplicationFailure.retryable(sentence, "MediaFull");

/**
 * Takes a place for a person on the telephone, who hears nothing meanwhile, and waits this long for one. Afterwards it rejects
 * permanently, so that the call is hung up.
 */
export const takePlaceInTime = async (
  places: TalkingPlaces,
  runUuid: string,
  signal: AbortSignal,
  waitsMs = PHONE_WAITS_MS,
): Promise<() => void> => {
  const sinceMs = performance.now();
  for (;;) {
    try {
      return places.take(runUuid);
    } catch (error) {
      if (performance.now() - sinceMs >= waitsMs) {
        throw ApplicationFailure.nonRetryable("all places of this media process stay taken", VOICE_LOST, error);
      }
      await delay(LOOK_EVERY_MS, undefined, { signal });
    }
  }
};
