import { describe, expect, it } from "@jest/globals";
import { decideKeptFor, MOST_RETENTION_DAYS } from "../../../domain/removal/retention.rules.ts";
import { rulePackSchema } from "../../../domain/rule-pack/rule-pack.ts";

it("nothing is kept for more than ten years of 365 days by a number of days", () => {
  expect(MOST_RETENTION_DAYS).toBe(3650);
});

it.each([
  [MOST_RETENTION_DAYS, true],
  [MOST_RETENTION_DAYS + 1, false],
])("a rule pack that has calls kept for %s days is one that an organization can follow: %s", (days, isTaken) => {
  const rule = {
    id: "keep",
    says: { en: "Keep calls", de: "Anrufe aufbewahren" },
    source: "A law",
    paragraph: "1",
    checked: "2026-01-01",
    standing: "sourced",
    kind: "retention",
  };
  const pack = { id: "us", version: "2026-11", name: rule.says, about: rule.says, note: rule.says };
  const concerns = { countries: ["US"] };
  for (const name of ["keep_calls_days_at_least", "keep_words_days_at_most"]) {
    const rules = [{ ...rule, [name]: days }];
    expect(rulePackSchema.safeParse({ ...pack, concerns, rules }).success).toBe(isTaken);
  }
});

describe("how long a kind is kept", () => {
  const settings = { retention: { words: 30 }, retention_days: 90, keep_runs_days: 365 };
  it.each([
    ["by its own days", "words", undefined, { days: 30, set_by: "kind" }],
    ["by the days for all words", "recordings", undefined, { days: 90, set_by: "general" }],
    ["by the days for calls", "runs", undefined, { days: 365, set_by: "general" }],
    ["for good", "contacts", undefined, null],
    ["by the operator's ceiling", "words", 7, { days: 7, set_by: "operator" }],
    ["by a ceiling where it was kept for good", "contacts", 7, { days: 7, set_by: "operator" }],
    ["by its own days under a ceiling", "words", 31, { days: 30, set_by: "kind" }],
  ] as const)("%s", (_, kind, most, kept) => {
    expect(decideKeptFor(kind, settings, most)).toEqual(kept);
  });
});
