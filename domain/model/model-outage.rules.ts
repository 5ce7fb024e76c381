/** So many turns of an organization in a row whose model failed are an outage, of which its owners are told once. */
const FAILED_TURNS_OF_AN_OUTAGE = 3;

/** How many of the latest turns are looked at. */
export const TURNS_TO_LOOK_AT = FAILED_TURNS_OF_AN_OUTAGE;

/** Whether a model fails right now is told by the last turn of so many of the newest conversations. */
export const CONVERSATIONS_TO_LOOK_AT = 50;

/** Tells whether the latest turns that asked a model, of which each has succeeded or failed, are an outage. */
export const isModelOutage = (latest: readonly ("done" | "failed")[]): boolean =>
  latest.length >= FAILED_TURNS_OF_AN_OUTAGE &&
  latest.slice(0, FAILED_TURNS_OF_AN_OUTAGE).every((state) => state === "failed");
