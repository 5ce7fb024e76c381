import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { checkBudgets } from "../../../../clients/typescript/verify/budgets.ts";
import type { Entry } from "../../../../clients/typescript/verify/entries.ts";
import { readClock } from "../../../../clients/typescript/verify/hours.ts";

const HOUR_MS = 3_600_000;
/** The last hours of a month in Berlin. */
const START_MS = Date.UTC(2026, 10, 29, 12);
const CURRENCY = "USD";

const inOrganization = (timezone: string, daily_minor: number, monthly_minor: number) => ({
  budgets: { campaign: null, organization: { daily_minor, monthly_minor, currency: CURRENCY }, timezone },
});
const POLICIES = new Map<string, Record<string, unknown>>([
  ["campaign", { budgets: { campaign: { total_minor: 40, currency: CURRENCY }, organization: null, timezone: null } }],
  ["berlin", inOrganization("Europe/Berlin", 30, 90)],
  ["new york", inOrganization("America/New_York", 35, 80)],
  ["none", { budgets: null }],
]);

interface Made {
  kind: "attempt.requested" | "attempt.settled" | "attempt.priced";
  run: number;
  campaign: number;
  policy: string;
  hour: number;
  amount: number;
  currency: string;
  isHeld: boolean;
}

const made: fc.Arbitrary<Made> = fc.record({
  kind: fc.constantFrom("attempt.requested", "attempt.requested", "attempt.settled", "attempt.priced"),
  run: fc.integer({ min: 0, max: 12 }),
  campaign: fc.integer({ min: 1, max: 2 }),
  policy: fc.constantFrom(...POLICIES.keys()),
  hour: fc.integer({ min: 0, max: 60 }),
  amount: fc.integer({ min: 0, max: 20 }),
  currency: fc.constantFrom(CURRENCY, CURRENCY, "EUR"),
  isHeld: fc.boolean(),
});

const entryOf = ({ kind, run, campaign, policy, hour, amount, currency, isHeld }: Made, index: number): Entry => {
  const money = { amount_minor: amount, currency };
  const facts =
    kind === "attempt.requested"
      ? { campaign, policy, environment: "production", reserved: money, reserved_for_call: isHeld ? money : null }
      : {
          cost_minor: isHeld || amount === 0 ? null : amount,
          currency: isHeld || amount === 0 ? null : currency,
          held: isHeld && amount > 0 ? money : null,
        };
  return {
    at: index,
    index,
    kind,
    person: "ada",
    atMs: START_MS + hour * HOUR_MS,
    facts: { run: String(run), ...facts },
  };
};

/** Adds up all attempts anew at each of them. */
const addUpAnew = (all: readonly Made[]): number[] => {
  const spent = new Map<number, Made & { counted: number }>();
  const over: number[] = [];
  for (const [index, each] of all.entries()) {
    const known = spent.get(each.run);
    if (each.kind !== "attempt.requested") {
      if (known) spent.set(each.run, { ...known, counted: each.amount, currency: each.currency });
      continue;
    }
    const sumOf = (counts: (other: Made) => boolean) =>
      [...spent.values()]
        .filter((other) => other.currency === CURRENCY && counts(other))
        .reduce((sum, { counted }) => sum + counted, each.currency === CURRENCY ? each.amount : 0);
    const dateOf = ({ hour }: Made, zone: string) => readClock(zone, START_MS + hour * HOUR_MS).date;
    const ofZone = (zone: string, length: number) =>
      sumOf((other) => dateOf(other, zone).slice(0, length) === dateOf(each, zone).slice(0, length));
    const checks: Record<string, [number, number][]> = {
      campaign: [[40, sumOf(({ campaign }) => campaign === each.campaign)]],
      berlin: [
        [30, ofZone("Europe/Berlin", 10)],
        [90, ofZone("Europe/Berlin", 7)],
      ],
      "new york": [
        [35, ofZone("America/New_York", 10)],
        [80, ofZone("America/New_York", 7)],
      ],
    };
    for (const [most, sum] of checks[each.policy] ?? []) if (sum > most) over.push(index);
    const counted = each.isHeld ? each.amount : 0;
    spent.set(each.run, { ...each, counted, currency: each.isHeld ? each.currency : "" });
  }
  return over;
};

it("finds what adding up all attempts anew at each of them finds", () => {
  fc.assert(
    fc.property(fc.array(made, { minLength: 30, maxLength: 80, size: "max" }), (all) => {
      const { faults } = checkBudgets(all.map(entryOf), POLICIES);
      expect(faults.map(({ entry }) => entry)).toEqual(addUpAnew(all));
    }),
  );
});
