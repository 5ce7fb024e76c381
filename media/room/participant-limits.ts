import { createTokenBucket } from "../../infra/limits/token-bucket.ts";

/** Somebody who loads the page again is heard anew before the page before is gone. */
const MOST_MICROPHONES = 2;
/** Nobody writes faster, or presses keys faster on a telephone. */
const ACTS = { perSecond: 5, burst: 20 };

/** What the client of one person may cost the one thread that carries everybody's calls; a page of somebody's own may try more. */
export interface ParticipantLimits {
  /** Tells whether one more microphone is heard beside those that are, of all that are there now. */
  mayBeHeard(microphone: string, there: ReadonlySet<string>): boolean;
  /** Tells whether one more message or key is taken. */
  mayAct(): boolean;
}

export const createParticipantLimits = (now?: () => number): ParticipantLimits => {
  let heard: string[] = [];
  return {
    mayBeHeard: (microphone, there) => {
      heard = heard.filter((each) => there.has(each));
      if (heard.includes(microphone)) return true;
      if (heard.length >= MOST_MICROPHONES) return false;
      heard.push(microphone);
      return true;
    },
    mayAct: createTokenBucket(ACTS, now).tryTake,
  };
};
