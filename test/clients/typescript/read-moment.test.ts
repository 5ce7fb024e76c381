import { describe, expect, it } from "@jest/globals";
import { readMoment } from "../../../clients/typescript/cli/read-moment.ts";

const NEW_YEARS_EVE = new Date(2026, 11, 31, 23, 30);

describe("a time on the command line", () => {
  it.each([
    ["tomorrow 10:00", { local: "2027-01-01T10:00" }],
    ["today 9:05", { local: "2026-12-31T09:05" }],
    ["2026-12-01 10:00", { local: "2026-12-01T10:00" }],
    ["2026-12-01T10:00", { local: "2026-12-01T10:00" }],
    ["2026-12-01T10:00Z", { at: "2026-12-01T10:00Z" }],
    ["2026-12-01 10:00:30+01:00", { at: "2026-12-01T10:00:30+01:00" }],
  ])("is what people write: %s", (text, moment) => {
    expect(readMoment(text, NEW_YEARS_EVE)).toEqual(moment);
  });

  it.each(["10:00", "tomorrow", "on Friday 10:00", ""])("is nothing else: %p", (text) => {
    expect(readMoment(text, NEW_YEARS_EVE)).toBeNull();
  });
});
