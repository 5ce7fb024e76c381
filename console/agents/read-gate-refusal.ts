import { Refusal } from "../api/client.ts";

export interface FailedCheck {
  scenario_name: string;
  rehearsal_id: number;
  conversation_id: number;
  expected: string;
  found: string | null;
}

/** Why a version is not published before it is rehearsed. */
export interface GateRefusal {
  isRed: boolean;
  /** The scenarios that were not played with this version. */
  scenarios: readonly string[];
  failedChecks: readonly FailedCheck[];
}

/** Returns what the API says of the missing or red rehearsal; null where something else is wrong. */
export const readGateRefusal = (error: Error | null): GateRefusal | null => {
  if (!(error instanceof Refusal)) return null;
  const { code, details } = error;
  if (code !== "rehearsal_needed" && code !== "rehearsal_red") return null;
  const { scenarios, failed_checks: failed } = details;
  return {
    isRed: code === "rehearsal_red",
    scenarios: Array.isArray(scenarios) ? scenarios.map(String) : [],
    failedChecks: Array.isArray(failed) ? failed.filter(isFailedCheck) : [],
  };
};

const isFailedCheck = (value: unknown): value is FailedCheck =>
  typeof value === "object" &&
  value !== null &&
  "scenario_name" in value &&
  "expected" in value &&
  "rehearsal_id" in value &&
  "conversation_id" in value;
