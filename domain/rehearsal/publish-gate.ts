import type { MemberRole } from "../access/member-role.rules.ts";
import type { CheckResult } from "./check-result.ts";

/** Characters of the reason with which a version is published that was not rehearsed or is red. */
export const OVERRIDE_REASON = { least: 10, most: 1_000 } as const;

/** Tells who may publish such a version, and switch off that versions have to be rehearsed. */
export const mayPassGate = (role: MemberRole): boolean => role === "owner";

/** A scenario that has to be green before a version is published. */
export interface RequiredScenario {
  id: number;
  name: string;
  digest: string;
}

/** A conversation of exactly the version that is to be published. */
export interface PlayOfVersion {
  rehearsalId: number;
  conversationId: number;
  scenarioId: number | null;
  scenarioDigest: string;
  state: string;
  checks: readonly CheckResult[];
}

export interface FailedCheck {
  scenario_id: number;
  scenario_name: string;
  rehearsal_id: number;
  conversation_id: number;
  expected: string;
  found: string | null;
}

export type GateDecision =
  | { kind: "open" }
  /** These scenarios, as they are now, have not been played to their end with this version. */
  | { kind: "rehearsal_needed"; scenarios: string[] }
  | { kind: "rehearsal_red"; failed: FailedCheck[] };

/**
 * Decides whether a version may be published: each required scenario, as it is now, was played to its end with exactly this version,
 * and was green when it was played last. `plays` begin with those of the newest rehearsal.
 */
export const decideGate = (required: readonly RequiredScenario[], plays: readonly PlayOfVersion[]): GateDecision => {
  const last = required.map((scenario) => ({ scenario, plays: findLastPlays(scenario, plays) }));
  const missing = last.filter((each) => each.plays.length === 0).map(({ scenario }) => scenario.name);
  if (required.length === 0 || missing.length > 0) return { kind: "rehearsal_needed", scenarios: missing };
  const failed = last.flatMap((each) => each.plays.flatMap((play) => listFailed(each.scenario, play)));
  return failed.length > 0 ? { kind: "rehearsal_red", failed } : { kind: "open" };
};

/** Returns the runs of the newest rehearsal that has played the scenario to its end. */
const findLastPlays = ({ id, digest }: RequiredScenario, plays: readonly PlayOfVersion[]): PlayOfVersion[] => {
  const own = plays.filter(({ scenarioId, scenarioDigest }) => scenarioId === id && scenarioDigest === digest);
  const rehearsals = [...Map.groupBy(own, ({ rehearsalId }) => rehearsalId).values()];
  return rehearsals.find((runs) => runs.every(({ state }) => IS_OVER.has(state))) ?? [];
};

const IS_OVER = new Set(["green", "red", "failed"]);

const listFailed = (scenario: RequiredScenario, { state, checks, ...play }: PlayOfVersion): FailedCheck[] => {
  const place = {
    scenario_id: scenario.id,
    scenario_name: scenario.name,
    rehearsal_id: play.rehearsalId,
    conversation_id: play.conversationId,
  };
  if (state === "failed")
    return [{ ...place, expected: "The conversation is played", found: "It could not be played" }];
  return checks.filter(({ passed }) => !passed).map(({ expected, found }) => ({ ...place, expected, found }));
};
