import { DAY_SECONDS } from "../time/durations.rules.ts";
import type { RequestKind } from "./request.rules.ts";

/** Requests for keys stay open for less than a day. */
const LONGEST_SECONDS: Record<RequestKind, number> = {
  question: DAY_SECONDS,
  action: DAY_SECONDS,
  edit: DAY_SECONDS,
  secret: 900,
};
const SHORTEST_SECONDS = 1;

/** Returns how long a request stays open: agents may ask for less than its kind allows. */
export const computeOpenSeconds = (kind: RequestKind, wanted?: number): number =>
  Math.min(Math.max(wanted ?? LONGEST_SECONDS[kind], SHORTEST_SECONDS), LONGEST_SECONDS[kind]);

/** In a live call the agent waits this long for an answer, while the conversation goes on, unless its step says otherwise. */
export const USUAL_WAIT_SECONDS = 20;
