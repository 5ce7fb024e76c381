import type { AnsweredBy } from "../answerer/answered-by.rules.ts";
import type { JourneyCondition, JourneyStep } from "./journey.ts";
import { listFirstSteps, listFollowing } from "./journey-graph.ts";

/** How the last call with a person ended. */
export interface CallEnding {
  outcome: string | null;
  disposition: string | null;
  answeredBy: AnsweredBy | null;
  /** What the agent gathered. */
  variables: Readonly<Record<string, unknown>>;
}

/**
 * Returns the step that follows: the first one whose conditions hold, of those that begin the journey (`after` null) or that the last
 * step names; null: none, and the journey ends for this person.
 */
export const chooseNextStep = (
  steps: readonly JourneyStep[],
  after: JourneyStep | null,
  ending: CallEnding,
): JourneyStep | null => {
  const candidates = after === null ? listFirstSteps(steps) : listFollowing(steps, after);
  return candidates.find(({ on }) => on === undefined || on.some((each) => isTrueOf(each, ending))) ?? null;
};

const isTrueOf = (condition: JourneyCondition, ending: CallEnding): boolean => {
  if (typeof condition === "string") return isSame(condition, ending.outcome) || isSame(condition, ending.disposition);
  if ("answered_by" in condition) return condition.answered_by === ending.answeredBy;
  if ("disposition" in condition) return isSame(condition.disposition, ending.disposition);
  return isSame(condition.is, ending.variables[condition.variable]);
};

/** Agents write "Later" as well as "later", and 3 as well as "3". */
const isSame = (wanted: string | number | boolean, found: unknown): boolean =>
  (typeof found === "string" || typeof found === "number" || typeof found === "boolean") &&
  String(found).trim().toLowerCase() === String(wanted).trim().toLowerCase();
