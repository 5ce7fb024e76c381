import { ApplicationFailure } from "@temporalio/common";

/** How many calls this process speaks in at a time: one more would make all of them stutter. */
export interface TalkingPlaces {
  /** Gives what frees the place. Throws where all are taken: another process, or this one in a moment, carries the call. */
  take(): () => void;
}

export const createTalkingPlaces = (places: number): TalkingPlaces => {
  let taken = 0;
  return {
    take: () => {
      if (taken >= places) {
        throw ApplicationFailure.retryable(`all ${places} places of this media process are taken`, "MediaFull");
      }
      taken += 1;
      let isFreed = false;
      return () => {
        if (!isFreed) taken -= 1;
        isFreed = true;
      };
    },
  };
};
