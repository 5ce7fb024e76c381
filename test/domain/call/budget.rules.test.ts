import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  type BudgetStanding,
  computeReservedAfterEnd,
  describeSpentBudget,
  findShortage,
  MODELS_RESERVED_DAYS,
  SPEECH_RESERVED_MINUTES,
  warnOfCost,
} from "../../../domain/call/budget.rules.ts";
import { computePeriod } from "../../../domain/call/budget-periods.ts";

const amount = fc.nat(1000);
const currency = fc.constantFrom("USD", "EUR");
const standing: fc.Arbitrary<BudgetStanding> = fc.record({
  whose: fc.constantFrom("campaign" as const, "day" as const, "month" as const),
  limitMinor: amount,
  currency,
  spentMinor: amount,
  heldMinor: amount,
  hasCallsUnderWay: fc.boolean(),
  renewsAtMs: fc.constantFrom(null, 5000),
});
const money = fc.record({ amountMinor: amount, currency });

describe("the warning before a start", () => {
  it("is there exactly when the highest cost is more than what is left, and names both", () => {
    fc.assert(
      fc.property(fc.record({ limit: amount, spent: amount, held: amount, cost: amount }), (given) => {
        const month = {
          whose: "month" as const,
          limitMinor: given.limit,
          currency: "USD",
          spentMinor: given.spent,
          heldMinor: given.held,
          hasCallsUnderWay: false,
          renewsAtMs: 1,
        };
        const warn = (currency: string) =>
          warnOfCost(month, { contacts: 2, total: { amountMinor: given.cost, currency } });
        const leftMinor = Math.max(given.limit - given.spent - given.held, 0);
        if (given.cost <= leftMinor) expect(warn("USD")).toBeNull();
        else {
          const { sentence, values } = warn("USD") ?? {};
          expect(sentence).toContain("2 contacts");
          expect(sentence).toContain("month's budget");
          expect(values).toMatchObject({ contacts: 2, whose: "month", cost_minor: given.cost, left_minor: leftMinor });
        }
        expect(warn("EUR")).toBeNull();
      }),
    );
  });
});

it("a warning before a start speaks of one contact as of one, and of a budget that never renews as such", () => {
  const campaign: BudgetStanding = {
    whose: "campaign",
    limitMinor: 100,
    currency: "USD",
    spentMinor: 0,
    heldMinor: 0,
    hasCallsUnderWay: false,
    renewsAtMs: null,
  };
  const total = { amountMinor: 101, currency: "USD" };
  const says = "Calling 1 contact once may cost up to USD 1.01, and the campaign's budget has USD 1.00 left";
  expect(warnOfCost(campaign, { contacts: 1, total })).toMatchObject({
    sentence: `${says}: the campaign may wait until it is raised`,
    values: { renews: false },
  });
  expect(warnOfCost({ ...campaign, renewsAtMs: 5000 }, { contacts: 1, total })).toMatchObject({
    sentence: `${says}: the campaign may wait until it is renewed or raised`,
    values: { renews: true },
  });
});

describe("budgets", () => {
  it("are used up where what is spent and held is all of one, which is then named", () => {
    const day: BudgetStanding = {
      whose: "day",
      limitMinor: 100,
      currency: "USD",
      spentMinor: 60,
      heldMinor: 39,
      hasCallsUnderWay: false,
      renewsAtMs: null,
    };
    const month = { ...day, whose: "month" as const, limitMinor: 1000 };
    expect(describeSpentBudget([day, month])).toBeNull();
    const spent = { ...day, heldMinor: 40 };
    expect(describeSpentBudget([month, spent])).toBe("The day's budget of USD 1.00 is used up");
  });

  it("hold what models may cost for two days, and what speech may cost for ten minutes", () => {
    expect([MODELS_RESERVED_DAYS, SPEECH_RESERVED_MINUTES]).toEqual([2, 10]);
  });

  it("have room for a call exactly when each of them, in its own currency, has room for the most it may cost", () => {
    fc.assert(
      fc.property(
        fc.array(standing, { maxLength: 3 }),
        fc.option(money),
        fc.option(money),
        fc.option(money),
        (standings, highestCost, highestModelCost, highestSpeechCost) => {
          const ofModels = [highestModelCost, highestSpeechCost].filter((cost) => cost !== null);
          const modelsMinor = ofModels.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
          const fits = standings.every(
            (each) =>
              highestCost?.currency === each.currency &&
              ofModels.every((cost) => cost.currency === each.currency) &&
              each.spentMinor + each.heldMinor + highestCost.amountMinor + modelsMinor <= each.limitMinor,
          );
          expect(findShortage({ standings, highestCost, highestModelCost, highestSpeechCost }) === null).toBe(fits);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("say what stands against a call, and what it waits for", () => {
    const day: BudgetStanding = {
      whose: "day",
      limitMinor: 1000,
      currency: "USD",
      spentMinor: 960,
      heldMinor: 30,
      hasCallsUnderWay: true,
      renewsAtMs: 5000,
    };
    const highestCost = { amountMinor: 20, currency: "USD" };
    const models = { highestModelCost: null, highestSpeechCost: null };
    expect(findShortage({ standings: [day], highestCost, ...models })).toEqual({
      sentence:
        "The day's budget is USD 10.00: USD 9.60 are spent, USD 0.30 are held for calls, and this call may cost up to USD 0.20",
      waitsFor: "calls_end",
      untilMs: null,
    });
    const waits = (change: Partial<BudgetStanding>) =>
      findShortage({ standings: [{ ...day, hasCallsUnderWay: false, ...change }], highestCost, ...models });
    expect(waits({})).toMatchObject({ waitsFor: "prices_arrive" });
    expect(waits({ heldMinor: 0, spentMinor: 990 })).toMatchObject({ waitsFor: "renewal", untilMs: 5000 });
    const inEuros = { amountMinor: 1, currency: "EUR" };
    const toPrice = "are priced in EUR: the operator gives their price in USD in MODEL_PRICES_FILE";
    for (const [cost, whose] of [
      ["highestModelCost", "the tokens of the agent's model"],
      ["highestSpeechCost", "the models that speak and hear"],
    ] as const)
      expect(findShortage({ standings: [day], highestCost, ...models, [cost]: inEuros })).toEqual({
        sentence: `The day's budget is in USD, and ${whose} ${toPrice}`,
        waitsFor: "price_list",
        untilMs: null,
      });
    const unpriced = { standings: [day], highestCost: null, ...models };
    const because = "The day's budget is in USD, and this carrier's";
    expect(findShortage(unpriced)).toEqual({
      sentence: `${because} calls have no price in USD: calls whose cost is unknown are not dialled`,
      waitsFor: "price_list",
      untilMs: null,
    });
    expect(findShortage(unpriced, "text")?.sentence).toBe(
      `${because} texts have no price in USD: texts whose cost is unknown are not sent`,
    );
  });

  it("hold after a call's end nothing where the cost is known or no call was made, else no more than before", () => {
    const reserved = { amountMinor: 20, currency: "USD" };
    const end = { reserved, cost: null, listed: null, mayHaveBeenMade: true };
    expect(computeReservedAfterEnd({ ...end, cost: { amountMinor: 3, currency: "USD" } })).toBeNull();
    expect(computeReservedAfterEnd({ ...end, mayHaveBeenMade: false })).toBeNull();
    expect(computeReservedAfterEnd({ ...end, reserved: null })).toBeNull();
    expect(computeReservedAfterEnd({ ...end, listed: { amountMinor: 4, currency: "EUR" } })).toEqual(reserved);
    expect(computeReservedAfterEnd(end)).toEqual(reserved);
    expect(computeReservedAfterEnd({ ...end, listed: { amountMinor: 4, currency: "USD" } })).toEqual({
      amountMinor: 4,
      currency: "USD",
    });
    expect(computeReservedAfterEnd({ ...end, listed: { amountMinor: 0, currency: "USD" } })).toBeNull();
    expect(
      computeReservedAfterEnd({
        ...end,
        cost: { amountMinor: 3, currency: "EUR" },
        listed: { amountMinor: 4, currency: "USD" },
      }),
    ).toEqual({ amountMinor: 4, currency: "USD" });
  });

  it("begin anew at midnight of the organization's zone, also where a day has 23 hours", () => {
    const at = new Date("2026-03-08T20:00:00Z");
    expect(computePeriod("day", at, "America/New_York")).toEqual({
      startsAt: new Date("2026-03-08T05:00:00Z"),
      endsAt: new Date("2026-03-09T04:00:00Z"),
    });
    expect(computePeriod("month", at, null)).toEqual({
      startsAt: new Date("2026-03-01T00:00:00Z"),
      endsAt: new Date("2026-04-01T00:00:00Z"),
    });
  });
});
