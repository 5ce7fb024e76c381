import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { callingHoursSetting } from "../../../domain/campaign/calling-hours.ts";

const setting = callingHoursSetting(z.enum(["DE", "US"]));

describe("an organization's hours, as they are set", () => {
  it("are every day from eight to nine in the evening where nothing else is said, and only for campaigns", () => {
    const { slots, ...rest } = setting.parse({});
    expect(slots).toHaveLength(7);
    expect(slots.map(({ start_time, end_time }) => `${start_time}-${end_time}`)).toEqual(Array(7).fill("08:00-21:00"));
    expect(rest).toEqual({ enabled: true, reason: null, holidays: [], holiday_calendar: null, one_off: false });
  });

  it.each([
    ["without a reason", { enabled: false }, false],
    ["with an empty one", { enabled: false, reason: " " }, false],
    ["with one", { enabled: false, reason: "We call machines" }, true],
  ])("are switched off %s: %p", (_, given, isTaken) => {
    expect(setting.safeParse(given).success).toBe(isTaken);
  });

  it("name only calendars that the caller knows", () => {
    expect(setting.safeParse({ holiday_calendar: "DE" }).success).toBe(true);
    expect(setting.safeParse({ holiday_calendar: "XX" }).success).toBe(false);
  });
});
