import { expect, it } from "@jest/globals";
import { findOldestDate, NATIONAL_LIST_DAYS } from "../../../domain/contact/national-list.ts";

it("a national list is too old after 31 days, by its date", () => {
  expect(NATIONAL_LIST_DAYS).toBe(31);
  expect(findOldestDate(new Date("2026-12-02T23:59:59Z"))).toBe("2026-11-01");
  expect(findOldestDate(new Date("2026-12-03T00:00:00Z"))).toBe("2026-11-02");
});
