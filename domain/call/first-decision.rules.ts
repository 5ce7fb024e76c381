import type { CallRunState } from "./call-states.rules.ts";

/** The first decision about a requested call, for which its caller waits. */
export type FirstDecision =
  | { kind: "initiated" }
  | { kind: "blocked"; outcome: string; sentence: string }
  | { kind: "refused"; outcome: string; sentence: string }
  | { kind: "no_capacity"; sentence: string; retryAfterSeconds: number };

interface RunRow {
  state: CallRunState;
  outcome: string | null;
  error: string | null;
  carrier_accepted_at: Date | null;
}

/** Derives a run's first decision from its row. */
export const readFirstDecision = ({ state, outcome, error, carrier_accepted_at }: RunRow): FirstDecision => {
  const sentence = error ?? `The call is ${state}`;
  if (state === "blocked") return { kind: "blocked", outcome: outcome ?? "blocked", sentence };
  const isRefused = (state === "failed" || state === "canceled") && carrier_accepted_at === null;
  if (isRefused && outcome !== "unknown") return { kind: "refused", outcome: outcome ?? "failed", sentence };
  return { kind: "initiated" };
};
