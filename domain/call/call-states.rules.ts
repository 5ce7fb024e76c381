import { isBlocked } from "./call-outcome.rules.ts";

/** Its telephone has not been picked up. */
export const UNANSWERED_CALL_STATES = ["queued", "dialing", "ringing"] as const;
/** The states of a call that is not over, in order; a call may skip some. */
export const OPEN_CALL_STATES = [...UNANSWERED_CALL_STATES, "in_progress"] as const;
/** It has begun and is not over: a call in one of these takes a line of its account and, where it has a telephone, of its organization. */
export const LIVE_CALL_STATES = ["dialing", "ringing", "in_progress"] as const satisfies CallRunState[];
/** What a carrier's event may report, in the order of a call: it moves on, and never back. */
export const REPORTED_CALL_STATES = [...OPEN_CALL_STATES, "completed"] as const;
/** States that never change again. */
export const FINAL_CALL_STATES = ["completed", "failed", "canceled", "blocked"] as const;

export type FinalCallState = (typeof FINAL_CALL_STATES)[number];
export type CallRunState = (typeof OPEN_CALL_STATES)[number] | FinalCallState;

export const isCallOver = ({ state }: { state: CallRunState }): boolean =>
  FINAL_CALL_STATES.some((final) => final === state);

/** Returns the final state of a run's row for the outcome of its call. */
export const decideFinalState = (outcome: string): FinalCallState => {
  if (isBlocked(outcome)) return "blocked";
  if (outcome === "canceled") return "canceled";
  return outcome === "failed" || outcome === "unknown" || outcome === "invalid_number" ? "failed" : "completed";
};

/**
 * A call outside campaigns that has been queued for this long without a workflow is canceled: the process that asked for it is gone. It
 * is longer than any request waits for the workflow that it starts.
 */
export const ABANDONED_AFTER_SECONDS = 60;
