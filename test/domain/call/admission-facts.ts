import fc from "fast-check";
import type { AdmissionFacts, ContactStanding } from "../../../domain/call/admission-facts.rules.ts";
import type { BudgetFacts } from "../../../domain/call/budget.rules.ts";
import { DEFAULT_NUMBER_KINDS, type NumberClass } from "../../../domain/number/number-kinds.rules.ts";

export const NOW = 1_800_000_000_000;
export const DAY_MS = 86_400_000;

/** No rule refuses this call. */
export const clearFacts: AdmissionFacts = {
  nowMs: NOW,
  obstacle: null,
  dialByMs: null,
  campaignState: "running",
  campaignSays: null,
  onDoNotCall: false,
  doNotCallUntilMs: null,
  consent: "granted",
  nationalList: null,
  consentAttested: true,
  numberClass: { kind: "mobile", country: "DE" },
  allowedNumbers: { countries: null, kinds: DEFAULT_NUMBER_KINDS },
  contact: null,
  window: { open: true },
  hours: { zones: ["America/New_York"], source: "organization" },
  recentAttemptsMs: [],
  maxAttemptsPerDay: null,
  capacities: [{ whose: "campaign", live: 0, limit: 10 }],
  budgets: { standings: [], highestCost: null, highestModelCost: null, highestSpeechCost: null },
  paceSlotMs: 0,
};

const SPENT = {
  standings: [
    {
      whose: "day" as const,
      limitMinor: 100,
      currency: "USD",
      spentMinor: 95,
      heldMinor: 0,
      hasCallsUnderWay: false,
      renewsAtMs: NOW + 1000,
    },
  ],
  highestCost: { amountMinor: 6, currency: "USD" },
  highestModelCost: null,
  highestSpeechCost: null,
};

const UNPRICED: BudgetFacts = { ...SPENT, highestCost: null, highestModelCost: null, highestSpeechCost: null };
const HELD: BudgetFacts = {
  ...SPENT,
  standings: SPENT.standings.map((each) => ({ ...each, spentMinor: 0, heldMinor: 95, hasCallsUnderWay: true })),
};

/** Returns the first value three times as often as each other one. */
const mostly = <Value>(usual: Value, ...others: Value[]) => fc.constantFrom(usual, usual, usual, ...others);

/** Facts of every kind; each rule passes often enough that calls are admitted. */
export const admissionFacts: fc.Arbitrary<AdmissionFacts> = fc.record({
  nowMs: fc.constant(NOW),
  obstacle: mostly(null, "The agent is archived: make it active again"),
  dialByMs: fc.constantFrom(null, NOW, NOW + 1000),
  campaignState: fc.constantFrom(null, "running", "paused", "canceled", "failed", "completed"),
  campaignSays: fc.constantFrom(null, "Paused by the circuit breaker"),
  onDoNotCall: mostly(false, true),
  nationalList: mostly(null, { source: "FTC 212", asOf: "2026-11-01" }),
  doNotCallUntilMs: fc.constantFrom(null, NOW + 1, NOW + 3 * DAY_MS),
  consent: fc.constantFrom("granted" as const, "unknown" as const, "withdrawn" as const),
  consentAttested: fc.boolean(),
  numberClass: mostly<NumberClass | null>(
    { kind: "mobile", country: "DE" },
    { kind: "premium_rate", country: "DE" },
    { kind: "toll_free", country: null },
    null,
  ),
  allowedNumbers: fc.record({ countries: mostly(null, ["DE"], ["GB"]), kinds: fc.constant(DEFAULT_NUMBER_KINDS) }),
  contact: fc.option(
    fc.record({
      state: mostly<ContactStanding["state"]>("waiting", "claimed", "under_way", "finished", "suppressed"),
      lastOutcome: fc.constantFrom(null, "busy"),
      dueAtMs: fc.constantFrom(null, NOW - 1000, NOW, NOW + 1, NOW + 90_000),
    }),
  ),
  hours: fc.constantFrom(
    { zones: ["America/New_York", "America/Chicago"], source: "campaign" as const },
    { zones: ["UTC"], source: null },
  ),
  window: fc.constantFrom(
    { open: true as const },
    { open: true as const },
    { open: false as const, opensAtMs: NOW + 1000 },
    { open: false as const, opensAtMs: null },
  ),
  recentAttemptsMs: fc
    .array(fc.integer({ min: NOW - DAY_MS + 1, max: NOW }), { maxLength: 5 })
    .map((list) => list.sort((a, b) => a - b)),
  maxAttemptsPerDay: fc.constantFrom(null, 1, 3),
  capacities: fc.array(
    fc.record({ whose: fc.constant("organization" as const), live: fc.nat(3), limit: fc.integer({ min: 1, max: 3 }) }),
    { maxLength: 3 },
  ),
  quota: fc.constantFrom(
    null,
    { limit: 5, made: 5, renewsAtMs: NOW + 7000 },
    { limit: 5, made: 4, renewsAtMs: NOW + 7000 },
  ),
  budgets: fc.constantFrom<BudgetFacts>(
    { standings: [], highestCost: null, highestModelCost: null, highestSpeechCost: null },
    SPENT,
    UNPRICED,
    HELD,
  ),
  paceSlotMs: fc.integer({ min: NOW - 5000, max: NOW + 60_000 }),
});
