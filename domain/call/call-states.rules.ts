/** The states of a call that is not over, in order; a call may skip some. */
export const OPEN_CALL_STATES = ["queued", "dialing", "ringing", "in_progress"] as const;
/** States that never change again. */
export const FINAL_CALL_STATES = ["completed", "failed", "canceled", "blocked"] as const;

export type FinalCallState = (typeof FINAL_CALL_STATES)[number];
export type CallRunState = (typeof OPEN_CALL_STATES)[number] | FinalCallState;

export const isCallOver = ({ state }: { state: CallRunState }): boolean =>
  FINAL_CALL_STATES.some((final) => final === state);
