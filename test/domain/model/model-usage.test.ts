import { expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  addUsage,
  isCountedIn,
  type RunModelUsage,
  readBudgetedCost,
  readModelCost,
  sumUsage,
  type TokenPrice,
} from "../../../domain/model/model-usage.ts";

const usage = (model: string, promptTokens = 1_000, requests = 1) => ({
  model,
  promptTokens,
  completionTokens: 0,
  requests,
  estimated: false,
});
const priced =
  (currencies: Record<string, string | null>): TokenPrice =>
  (model, { promptTokens }) => {
    const currency = currencies[model];
    return currency ? { exactMinor: promptTokens / 10_000, currency } : null;
  };

it("sums requests and tokens, and rounds the price of all once", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 20 }), (tokens) => {
      const sum = sumUsage(
        tokens.map((each) => usage("a", each)),
        priced({ a: "USD" }),
      );
      const total = tokens.reduce((all, each) => all + each, 0);
      expect(sum).toMatchObject({ requests: tokens.length, prompt_tokens: total, estimated: false });
      expect(Math.abs((sum?.cost_minor ?? 0) - total / 10_000)).toBeLessThanOrEqual(total === 0 ? 0 : 1);
      expect((sum?.cost_minor ?? 0) > 0).toBe(total > 0);
    }),
  );
});

it("has no price where a model has none, or where they have several currencies", () => {
  expect(sumUsage([usage("a"), usage("b")], priced({ a: "USD" }))).toMatchObject({ cost_minor: null, currency: null });
  expect(sumUsage([usage("a"), usage("b")], priced({ a: "USD", b: "EUR" }))).toMatchObject({ cost_minor: null });
  expect(sumUsage([usage("a"), usage("b")], priced({ a: "USD", b: "USD" }))).toMatchObject({ cost_minor: 1 });
  expect(sumUsage([], priced({}))).toBeNull();
});

it("knows for budgets what the part with a price costs, in each currency, where the whole has none", () => {
  const [a, b, c] = [usage("a", 30_000), usage("b", 20_000), usage("c", 90_000)];
  const partly = sumUsage([a, a, b, c], priced({ a: "USD", b: "EUR" }));
  expect(partly).toMatchObject({ cost_minor: null, priced_parts: { USD: 6, EUR: 2 } });
  expect([readBudgetedCost(partly, "USD"), readBudgetedCost(partly, "EUR"), readBudgetedCost(partly, "GBP")]).toEqual([
    6, 2, 0,
  ]);
  expect([isCountedIn(partly, "USD"), isCountedIn(sumUsage([a, c], priced({ a: "USD" })), "USD")]).toEqual([
    false,
    true,
  ]);
  expect(["USD", "EUR"].map((each) => isCountedIn(sumUsage([a], priced({ a: "USD" })), each))).toEqual([true, false]);
  expect([isCountedIn(null, "USD"), isCountedIn(sumUsage([c], priced({})), "USD")]).toEqual([true, true]);
  const whole = sumUsage([a, b], priced({ a: "USD", b: "USD" }));
  expect(whole).not.toHaveProperty("priced_parts");
  expect([readBudgetedCost(whole, "USD"), readBudgetedCost(whole, "EUR"), readBudgetedCost(null, "USD")]).toEqual([
    5, 0, 0,
  ]);
  expect(sumUsage([c], priced({}))).not.toHaveProperty("priced_parts");
});

it("is estimated as soon as one of them is, and adds only to its own currency", () => {
  const sum = sumUsage([usage("a"), { ...usage("a"), estimated: true }], priced({ a: "USD" }));
  expect(sum).toMatchObject({ estimated: true });
  expect([readModelCost(sum, "USD"), readModelCost(sum, "EUR"), readModelCost(null, "USD")]).toEqual([1, 0, 0]);
});

it("adds up tries, and knows no price where one of them has none or another currency", () => {
  const usages: fc.Arbitrary<RunModelUsage> = fc.record({
    requests: fc.nat(9),
    prompt_tokens: fc.nat(999),
    completion_tokens: fc.nat(999),
    estimated: fc.boolean(),
    cost_minor: fc.option(fc.nat(99)),
    currency: fc.option(fc.constantFrom("USD", "EUR")),
  });
  fc.assert(
    fc.property(usages, usages, (one, other) => {
      const sum = addUsage(one, other);
      expect(sum).toEqual(addUsage(other, one));
      expect(sum.prompt_tokens).toBe(one.prompt_tokens + other.prompt_tokens);
      const differ = one.currency !== null && other.currency !== null && one.currency !== other.currency;
      const isUnknown = one.cost_minor === null || other.cost_minor === null || differ;
      expect(sum.cost_minor).toBe(isUnknown ? null : Number(one.cost_minor) + Number(other.cost_minor));
    }),
  );
});
