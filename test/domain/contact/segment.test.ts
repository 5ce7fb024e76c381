import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { isInSegment, LONGEST_SEGMENT, parseSegment } from "../../../domain/contact/segment.ts";
import { segmentExpression } from "../../factories/segments.ts";

const TODAY = "2026-11-30";
const contact = {
  phone_number: "+4915112345678",
  name: "Ada",
  timezone: "Europe/Berlin",
  priority: 5,
  attributes: {
    city: "Berlin",
    due: "2026-12-01",
    owed: 12.5,
    active: true,
    paused: false,
    tags: ["a"],
    "first name": "Ada",
  },
};
const matches = (where: string) => {
  const parsed = parseSegment(where);
  if (!parsed.ok) throw new Error(`${where}: ${parsed.fault.message}`);
  return isInSegment(parsed.segment, contact, TODAY);
};
const faultOf = (where: string) => {
  const parsed = parseSegment(where);
  return parsed.ok ? null : parsed.fault;
};

describe("an expression of a segment", () => {
  it.each([
    ['city = "Berlin" and due < in 3 days', true],
    ['city = "Berlin" and due < today', false],
    ["due = tomorrow", true],
    ["due >= 2 days ago and due <= in 1 day", true],
    ['due > "2026-12-01"', false],
    ["owed > 12 and owed <= 12.5", true],
    ["owed = -1 or priority >= 5", true],
    ["owed <= 13", true],
    ["owed <= 12", false],
    ["owed < 12.5", false],
    ["owed > 12.5", false],
    ["owed >= 12", true],
    ["owed >= 13", false],
    ["due = in 1 days", true],
    ["due = in 0 days", false],
    ["due > 0 days ago", true],
    ["due < in 3660 days", true],
    ["due <= yesterday", false],
    ["active = true", true],
    ["active = false", false],
    ["paused = false", true],
    ["due = tomorrow or due = today", true],
    ["due = yesterday", false],
    ['city in ("Hamburg", "Berlin")', true],
    ['city not in ("Hamburg", "Berlin")', false],
    ['city != "Hamburg" and nowhere != "here"', true],
    ['name contains "da" and name not contains "x"', true],
    ["nowhere is empty and tags is empty and city is not empty", true],
    ['`first name` = "Ada"', true],
    ['not (city = "Berlin" or city = "Hamburg")', false],
    ['city = "Hamburg" or city = "Berlin" and due = today', false],
    ['timezone = "Europe/Berlin" and phone_number contains "+49"', true],
    ["city > 3", false],
  ])("%s: %s", (where, expected) => {
    expect(matches(where)).toBe(expected);
  });

  it.each([
    ["", 0, /Write a comparison/],
    ["city", 4, /Write a comparison/],
    ["city = Berlin", 7, /Write a value/],
    ["city = 'Berlin'", 7, /double quotes/],
    ['city = "Berlin', 7, /not closed/],
    ['(city = "Berlin"', 16, /bracket is not closed/],
    ['city = "Berlin" due = today', 16, /not expected here/],
    ['city < "Hamburg"', 5, /Texts are compared by = and !=/],
    ["due < in many days", 9, /whole days/],
    ["due < in 1.5 days", 9, /whole days/],
    ["due < in -1 days", 9, /whole days/],
    ["due < in 3661 days", 9, /whole days/],
    ["due < in 3 weeks", 11, /whole days/],
    ["due < 3 days", 12, /in 3 days, or 3 days ago/],
    ["city is nothing", 8, /is empty/],
    ["a = 1; drop table contacts", 5, /means nothing here/],
    ["a".repeat(LONGEST_SEGMENT + 1), LONGEST_SEGMENT, /longer/],
    [`${"(".repeat(30)}a = 1${")".repeat(30)}`, 21, /within each other/],
    [Array.from({ length: 60 }, () => "a = 1").join(" or "), 450, /more than 50 comparisons/],
    [`a in (${Array.from({ length: 51 }, () => "1").join(", ")})`, 158, /more than 50 comparisons/],
    ["a in 1, 2", 5, /values in brackets/],
    ["a in (1, 2", 10, /bracket is not closed/],
    ['name contains ""', 14, /text in quotes/],
    ["name not = 1", 9, /in or contains/],
  ])("is refused with the place of the fault: %s", (where, at, message) => {
    expect(faultOf(where)).toEqual({ at, message: expect.stringMatching(message) });
  });

  it("has up to fifty comparisons, those with a list's values among them, and twenty brackets within each other", () => {
    expect(faultOf(Array.from({ length: 50 }, () => "a = 1").join(" or "))).toBeNull();
    expect(faultOf(`b = 1 and a in (${Array.from({ length: 49 }, () => "1").join(", ")})`)).toBeNull();
    expect(faultOf(`b = 1 and a in (${Array.from({ length: 50 }, () => "1").join(", ")})`)).not.toBeNull();
    const within = (depth: number) => faultOf(`${"(".repeat(depth)}a = 1${")".repeat(depth)}`);
    expect([within(20), within(21)?.at]).toEqual([null, 21]);
  });

  it("has up to a thousand characters", () => {
    const text = (length: number) => 'city = "Berlin"'.padEnd(length);
    expect(faultOf(text(LONGEST_SEGMENT))).toBeNull();
    expect(faultOf(text(LONGEST_SEGMENT + 1))).toMatchObject({ at: LONGEST_SEGMENT });
  });

  it("never throws, whatever is written, and its fault is within the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ab=<>!(),"` 1-'), maxLength: 30 })),
        (where) => {
          const fault = faultOf(where);
          if (fault) expect(fault.at).toBeLessThanOrEqual(where.length);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("means the opposite under not", () => {
    fc.assert(fc.property(segmentExpression, (where) => matches(where) !== matches(`not (${where})`)));
  });
});
