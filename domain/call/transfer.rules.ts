import { isAnswered } from "./call-outcome.rules.ts";

/**
 * A warm transfer: the caller is on hold while a person is called, who is told about the call and takes it or not. Its row is what
 * counts; whoever looks at it moves it on, so that it goes on whichever process is killed.
 */
export const TRANSFER_STATES = ["requested", "calling", "briefing", "accepted", "connected", "over"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** What became of it: `connected`, or why the agent went back to the caller. */
export const TRANSFER_OUTCOMES = [
  "connected",
  "no_answer",
  "busy",
  "voicemail",
  "declined",
  "hung_up",
  "refused",
  "failed",
  "caller_left",
] as const;
export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number];

/** The caller is on hold. */
export const isUndecided = (state: TransferState): boolean => state !== "connected" && state !== "over";

/** A transfer of which nobody has been called after this time is given up: no worker is there. */
export const CALLED_WITHIN_SECONDS = 10;
/** How much later than its ring time an unanswered call counts as unanswered, when its carrier says nothing. */
export const RING_MARGIN_SECONDS = 10;
/** A person who has said neither yes nor no after this time is as good as not there. */
export const DECIDED_WITHIN_SECONDS = 90;
/** The person hears the briefing and says yes or no within this silence. */
export const BRIEFING_SILENCE_SECONDS = 6;
/** The briefing and the answer to it together. */
export const LONGEST_BRIEFING_SECONDS = 150;
/** Longer music would keep the caller from hearing that they are connected, or that nobody was reached. */
export const LONGEST_HOLD_MUSIC_SECONDS = 10;
/** The caller is asked about as often, so that they wait no longer than this when it is decided. */
export const HOLD_SECONDS = 3;
/** When the person has hung up and the caller has not, the caller's carrier asks what comes next within this time, or the caller hears nobody. */
export const CARRIER_ASKS_WITHIN_SECONDS = 8;
/** After so many silences of the person the call goes back. */
export const MOST_SILENCES = 2;

/** Reads the keys that a person presses who is asked to take a caller, 1 for yes and 2 for no; null: neither. Keys count before words. */
export const readDigitsAsDecision = (digits: string): boolean | null => {
  if (digits.startsWith("1")) return true;
  return digits.startsWith("2") ? false : null;
};

/** What is known of the call to the person, as its carrier and the run have it. */
export interface TransferLeg {
  /** The carrier was asked to dial. */
  isDialled: boolean;

  /** The outcome of the call; null: it goes on. */
  ended: string | null;
}

export interface TransferFacts {
  state: TransferState;
  /** Since it came into this state. */
  secondsInState: number;
  ringTimeoutSeconds: number;
  /** Null: nobody is called yet. */
  leg: TransferLeg | null;
}

/** Decides whether this try is over; null: it goes on. */
export const decideTry = ({
  state,
  secondsInState,
  ringTimeoutSeconds,
  leg,
}: TransferFacts): TransferOutcome | null => {
  if (!isUndecided(state)) return null;
  if (leg?.ended) return outcomeOfLeg(leg.ended);
  if (state === "requested") return secondsInState > CALLED_WITHIN_SECONDS ? "failed" : null;
  if (state === "calling" && !leg?.isDialled) return secondsInState > CALLED_WITHIN_SECONDS ? "failed" : null;
  if (state === "calling") return secondsInState > ringTimeoutSeconds + RING_MARGIN_SECONDS ? "no_answer" : null;
  return secondsInState > DECIDED_WITHIN_SECONDS ? "no_answer" : null;
};

/** Somebody who had answered and is gone without a yes has hung up. */
const outcomeOfLeg = (outcome: string): TransferOutcome => {
  if (isAnswered(outcome)) return "hung_up";
  if (outcome === "no_answer" || outcome === "busy" || outcome === "voicemail") return outcome;
  if (outcome === "rejected") return "declined";
  return outcome.startsWith("blocked") ? "refused" : "failed";
};

/**
 * Tells whether a transfer to this destination passes the checks of a call. SIP addresses and the organization's own numbers do not,
 * because no person there can have opted out.
 */
export const isTransferChecked = (destination: string, { isOwnNumber }: { isOwnNumber: boolean }): boolean =>
  !isOwnNumber && !/^sips?:/i.test(destination);
