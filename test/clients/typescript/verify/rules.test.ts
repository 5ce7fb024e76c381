import { describe, expect, it } from "@jest/globals";
import type { Entry, Facts } from "../../../../clients/typescript/verify/entries.ts";
import { checkRules } from "../../../../clients/typescript/verify/rules.ts";

/** A Wednesday, 08:00 in New York. */
const MORNING_MS = Date.parse("2026-12-02T13:00:00Z");
const HOUR_MS = 3_600_000;

const attempt = (hour: number, policy = "p", person = "ada"): Omit<Entry, "index" | "at"> => ({
  kind: "attempt.requested",
  person,
  atMs: MORNING_MS + hour * HOUR_MS,
  facts: { run: `${person} ${hour}`, environment: "production", zones: ["America/New_York"], policy },
});
const record = (...entries: Omit<Entry, "index" | "at">[]): Entry[] =>
  entries.map((entry, index) => ({ ...entry, index, at: index }));
const slots = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: "08:00", end_time: "20:00" }));
const rules = (more: Facts = {}): ReadonlyMap<string, Facts> =>
  new Map([
    ["p", { rules: { packs: [], hours: [], attempts: [], others: [], own: [], ...more } }],
    ["none", {}],
  ]);

describe("the hours and attempts of rule packs", () => {
  const hours = [{ pack: "us-florida@2026-11", rule: "hours", slots, holidays: [] }];
  const attempts = [{ pack: "us-florida@2026-11", rule: "attempts", most: 2, within_days: 1 }];

  it("are looked at only where a rule concerned an attempt", () => {
    expect(checkRules(record(attempt(0, "none")), rules())).toBeNull();
    expect(checkRules(record(attempt(0), attempt(1, "none")), rules({ hours }))).toMatchObject({
      checked: 1,
      faults: [],
    });
  });

  it("show an attempt outside hours, by the name of the rule", () => {
    expect(checkRules(record(attempt(-1), attempt(0), attempt(11), attempt(12)), rules({ hours }))?.faults).toEqual([
      { entry: 0, sentence: "us-florida@2026-11/hours: it was outside the hours in America/New_York" },
      { entry: 3, sentence: "us-florida@2026-11/hours: it was outside the hours in America/New_York" },
    ]);
  });

  it("show an attempt over the limit, and count none that no carrier took", () => {
    const made = [attempt(0), attempt(1), attempt(2), attempt(2, "p", "bob"), attempt(25)];
    expect(checkRules(record(...made), rules({ attempts }))?.faults.map(({ entry }) => entry)).toEqual([2]);
    const throttled = {
      kind: "attempt.settled",
      person: "ada",
      atMs: MORNING_MS,
      facts: { run: "ada 1", end_reason: "throttled" },
    };
    expect(checkRules(record(attempt(0), attempt(1), throttled, attempt(2)), rules({ attempts }))?.faults).toEqual([]);
  });

  it("name what the record does not show", () => {
    const others = [{ pack: "uk@2026-11", rule: "automated_calls", kind: "consent" }];
    const own = [{ name: "Evenings", digest: "sha256:0" }];
    expect(checkRules(record(attempt(0)), rules({ others, own }))?.notes).toEqual([
      "Not checked, because the record does not show it: own rule Evenings, uk@2026-11/automated_calls",
    ]);
  });
});
