import type { CarrierCall, CarrierOutcome } from "./carrier.ts";

/** What events before a call's last one have told. */
export interface EarlierEvents {
  answeredAt: Date | null;
  answeredBy: string | null;
}

/**
 * A call that is over, as its last event and those before tell it together. A carrier that detects machines in an event
 * of its own ends their calls like any other: it is our word then that it was voicemail, or a fax that is nobody.
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

const outcomeOf = (outcome: CarrierOutcome, answeredBy: string | null): CarrierOutcome => {
  if (answeredBy === "fax") return "rejected";
  return answeredBy === "machine" ? "voicemail" : outcome;
};

const secondsBetween = (from: Date | null, to: Date | null): number | null =>
  from && to ? Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)) : null;
