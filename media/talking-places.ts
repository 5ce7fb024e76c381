import { ApplicationFailure } from "@temporalio/common";

/** Limits the calls in which this process speaks: with one more all of them would stutter. */
export interface TalkingPlaces {
  /**
   * Takes a place for a call and returns the function that frees it. Throws where all are taken: another process, or this
   * one later, takes the call.
   */
  take(runUuid: string): () => void;
  taken(): number;
}

/** `onChange`: a place was taken for this call, or, without one, freed. */
export const createTalkingPlaces = (
  places: number,
  onChange: (takenBy: string | null) => void = () => {},
): TalkingPlaces => {
  let taken = 0;
  return {
    take: (runUuid) => {
      if (taken >= places) {
        throw ApplicationFailure.retryable(`all ${places} places of this media process are taken`, "MediaFull");
      }
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
    taken: () => taken,
  };
};
