import { expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { computeKeptFromMs, readDay, writeExactCsv } from "../../../domain/removal/archive.rules.ts";
import { decideKeptFor } from "../../../domain/removal/retention.rules.ts";

it("an archive's day ends where the next begins, and whole days are kept", () => {
  const at = Date.parse("2026-11-29T11:30:00Z");
  expect(readDay(at)).toEqual({ day: "2026-11-29", from: "2026-11-29T00:00:00.000Z", to: "2026-11-30T00:00:00.000Z" });
  expect(new Date(computeKeptFromMs(at, 1)).toISOString()).toBe("2026-11-28T00:00:00.000Z");
});

it("the operator's most days bound an organization's, and hold for one that has none", () => {
  const keep = (keep_runs_days: number | null, most: number | undefined) =>
    decideKeptFor("runs", { retention: null, retention_days: null, keep_runs_days }, most)?.days ?? null;
  expect([keep(90, 30), keep(10, 30), keep(null, 30), keep(90, undefined)]).toEqual([30, 10, 30, 90]);
  expect(keep(null, undefined)).toBeNull();
});

it("a kind goes by its own days, then by those for all words or all runs, and contacts by their own alone", () => {
  const settings = { retention: { words: 5, threads: null }, retention_days: 90, keep_runs_days: 400 };
  expect(decideKeptFor("words", settings, undefined)).toEqual({ days: 5, set_by: "kind" });
  expect(decideKeptFor("threads", settings, undefined)).toEqual({ days: 90, set_by: "general" });
  expect(decideKeptFor("recordings", settings, 30)).toEqual({ days: 30, set_by: "operator" });
  expect(decideKeptFor("runs", settings, undefined)).toEqual({ days: 400, set_by: "general" });
  expect(decideKeptFor("contacts", settings, undefined)).toBeNull();
});

it("CSV of an archive gives every value back exactly, formulas and empty texts too", () => {
  const value = fc.string({ unit: "grapheme" }).filter((text) => !text.startsWith("\uFEFF"));
  fc.assert(
    fc.property(fc.array(fc.record({ a: value, b: value })), (rows) => {
      const read: unknown = parse(writeExactCsv(["a", "b"], rows), { columns: true, relax_column_count: false });
      expect(read).toEqual(rows);
    }),
  );
  expect(writeExactCsv(["a", "b"], [{ a: null, b: "" }])).toBe('a,b\r\n,""\r\n');
  expect(writeExactCsv(["a"], [{ a: "=1+1" }])).toBe("a\r\n=1+1\r\n");
});
