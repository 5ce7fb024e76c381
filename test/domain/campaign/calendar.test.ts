import { expect, it } from "@jest/globals";
import { findSpanFault } from "../../../domain/campaign/calendar.ts";

const FROM = new Date("2026-03-01T00:00:00Z");

it.each([
  ["the same instant", "2026-03-01T00:00:00Z", "The end must be after the beginning"],
  ["an end before the beginning", "2026-02-28T00:00:00Z", "The end must be after the beginning"],
  ["a millisecond", "2026-03-01T00:00:00.001Z", null],
  ["62 days", "2026-05-02T00:00:00Z", null],
  ["a millisecond more", "2026-05-02T00:00:00.001Z", "A span has at most 62 days: ask for parts of it"],
])("a calendar of %s", (_, to, fault) => {
  expect(findSpanFault({ from: FROM, to: new Date(to) })).toBe(fault);
});
