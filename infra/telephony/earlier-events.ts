import type { Detection } from "../../domain/answerer/answered-by.rules.ts";
import type { CarrierCall, CarrierOutcome } from "./carrier.ts";

/** The facts that earlier events of a call have reported. */
export interface EarlierEvents {
  answeredAt: Date | null;
  answeredBy: Detection | null;
}

/**
 * Completes an ended call from its earlier events. A carrier that reports detected machines in a separate event ends
 * their calls like any other: the outcome is then set here to voicemail, or for a fax to rejected.
 */
export const withEarlierEvents = (call: CarrierCall, earlier: EarlierEvents): CarrierCall => {
  if (call.outcome !== "answered" && call.outcome !== "voicemail") return call;
  const answeredAt = call.answeredAt ?? earlier.answeredAt;
  return {
    ...call,
    answeredAt,
    outcome: call.answeredBy === null ? outcomeOf(call.outcome, earlier.answeredBy) : call.outcome,
    durationSeconds: call.durationSeconds ?? secondsBetween(answeredAt, call.endedAt),
  };
};

const outcomeOf = (outcome: CarrierOutcome, answeredBy: Detection | null): CarrierOutcome => {
  if (answeredBy === "fax") return "rejected";
  return answeredBy === "voicemail" ? "voicemail" : outcome;
};

const secondsBetween = (from: Date | null, to: Date | null): number | null =>
  from && to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)) : null;
