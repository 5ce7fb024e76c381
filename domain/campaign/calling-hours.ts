import { z } from "zod";
import type { DiallingHours, WindowSlot } from "./dialling-window.ts";

const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

const slot = z
  .strictObject({
    day_of_week: z.number().int().min(0).max(6).meta({ description: "0 = Monday" }),
    start_time: z.string().regex(WALL_TIME, "A time of day as HH:MM, 00:00 to 23:59"),
    end_time: z
      .string()
      .refine((time) => time === "24:00" || WALL_TIME.test(time), "A time of day as HH:MM, at most 24:00")
      .meta({ description: "Half-open: dialling ends before this minute" }),
  })
  .refine(({ start_time, end_time }) => start_time < end_time, {
    path: ["end_time"],
    message: "The end must be after the start; a window over midnight is two slots",
  });

export const windowSlots = z.array(slot).min(1).max(50);

export const holidayDates = z
  .array(z.string().refine(isDate, "A date as YYYY-MM-DD"))
  .max(366)
  .meta({ description: "Dates on which nobody is called, in the called person's own calendar" });

function isDate(text: string): boolean {
  return DATE.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** The hours in which an organization calls people where a campaign has none of its own. */
export interface CallingHours {
  enabled: boolean;
  /** Why they are switched off. */
  reason: string | null;
  slots: WindowSlot[];
  holidays: string[];
  holiday_calendar: string | null;
  /** True when calls outside campaigns keep them too. */
  one_off: boolean;
}

const DAYS = [0, 1, 2, 3, 4, 5, 6];

export const DEFAULT_CALLING_HOURS: CallingHours = {
  enabled: true,
  reason: null,
  slots: DAYS.map((day_of_week) => ({ day_of_week, start_time: "08:00", end_time: "21:00" })),
  holidays: [],
  holiday_calendar: null,
  one_off: false,
};

export interface CampaignSchedule {
  enabled: boolean;
  timezone: string;
  slots: readonly WindowSlot[];
  holidays?: readonly string[] | undefined;
  holiday_calendar?: string | null | undefined;
}

export interface HoursQuestion {
  /** Null: the campaign has none, or there is no campaign. */
  schedule: CampaignSchedule | null;
  callingHours: CallingHours;
  isCampaign: boolean;
  /** The simulator calls no real person, so only a campaign's own schedule applies. */
  isSimulated: boolean;
}

/** The hours that apply to a call, and whose they are. */
export interface HoursInForce {
  source: "campaign" | "organization";
  slots: readonly WindowSlot[];
  holidays: readonly string[];
  holidayCalendar: string | null;
  /** The zone for contacts whose own zone is unknown; null: the organization's. */
  timezone: string | null;
}

/** Returns the hours that apply: the campaign's own schedule, else the organization's calling hours; null: none. */
export const chooseHoursInForce = (question: HoursQuestion): HoursInForce | null => {
  const { schedule, callingHours, isCampaign, isSimulated } = question;
  if (schedule?.enabled) {
    const { slots, holidays = [], holiday_calendar: calendar = null, timezone } = schedule;
    return { source: "campaign", slots, holidays, holidayCalendar: calendar, timezone };
  }
  if (isSimulated || !callingHours.enabled || (!isCampaign && !callingHours.one_off)) return null;
  const { slots, holidays, holiday_calendar: holidayCalendar } = callingHours;
  return { source: "organization", slots, holidays, holidayCalendar, timezone: null };
};

/** Converts hours to the form that a window is read from; `calendar` gives the dates of a holiday calendar. */
export const toDiallingHours = (
  hours: HoursInForce | null,
  calendar: (name: string) => readonly string[],
): DiallingHours | null =>
  hours && {
    slots: hours.slots,
    holidays: hours.holidayCalendar ? [...hours.holidays, ...calendar(hours.holidayCalendar)] : hours.holidays,
  };
