import type { NextStep } from "../campaign/retry.rules.ts";
import { isAnswered, isBlocked } from "./call-outcome.rules.ts";

export type SettledState = "waiting_retry" | "suppressed" | "finished";

/** The state of a contact that is called no more: without an attempt it is suppressed, else finished. */
export const CLOSED_CONTACT_STATES = { unattempted: "suppressed", attempted: "finished" } as const;

/** Returns the state of a campaign's contact after a call: one that a rule stopped before its first attempt is suppressed. */
export const decideSettledState = (
  outcome: string,
  { next, attempts }: { next: NextStep; attempts: number },
): SettledState => {
  if (next.kind === "retry") return "waiting_retry";
  const { unattempted, attempted } = CLOSED_CONTACT_STATES;
  return isBlocked(outcome) && attempts === 0 ? unattempted : attempted;
};

/** Returns how the campaign's figures change when it is known after the call that the person asked not to be called again. */
export const computeRefusedFigures = ({
  state,
  wasAnswered,
}: {
  state: Exclude<SettledState, "suppressed">;
  wasAnswered: boolean;
}) => {
  const waited = state === "waiting_retry";
  return {
    waiting_retry: waited ? -1 : 0,
    finished: waited ? 1 : 0,
    answered: wasAnswered ? 0 : 1,
    unreached: !waited && !wasAnswered ? -1 : 0,
  };
};

/** Returns how the campaign's figures change when the call of a contact is settled. `wasAnswered`: in an earlier attempt. */
export const computeSettledFigures = (
  outcome: string,
  { state, wasAnswered }: { state: SettledState; wasAnswered: boolean },
) => {
  const answered = isAnswered(outcome);
  return {
    in_flight: -1,
    waiting_retry: state === "waiting_retry" ? 1 : 0,
    suppressed: state === "suppressed" ? 1 : 0,
    finished: state === "finished" ? 1 : 0,
    answered: answered && !wasAnswered ? 1 : 0,
    unreached: state === "finished" && !wasAnswered && !answered ? 1 : 0,
  };
};
