import { z } from "zod";
import { UNKNOWN_ZONE } from "../contact/contact-zones.ts";
import { optional, withDefault } from "../json/optional-field.ts";
import type { DiallingHours } from "./dialling-window.ts";
import { holidayDates, joinHolidays } from "./holidays.ts";
import { type WindowSlot, windowSlots } from "./window-slots.ts";

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

/** The setting in a request; `holidayCalendar` accepts the names of known calendars. Who switches the hours off says why. */
export const callingHoursSetting = (holidayCalendar: z.ZodType<string, string>) =>
  z
    .strictObject({
      enabled: withDefault(z.boolean(), true),
      reason: optional(z.string().trim().min(1).max(1000)).meta({
        description: "Why they are switched off; the reason is stored",
      }),
      slots: withDefault(windowSlots, [...DEFAULT_CALLING_HOURS.slots]),
      holidays: withDefault(holidayDates, []),
      holiday_calendar: optional(holidayCalendar),
      one_off: withDefault(z.boolean(), false).meta({ description: "Whether calls outside campaigns keep them too" }),
    })
    .refine(({ enabled, reason }) => enabled || reason !== undefined, {
      path: ["reason"],
      message: "Say why people may be called at any hour; the reason is stored",
    })
    .transform(({ reason = null, holiday_calendar = null, ...hours }) => ({ ...hours, reason, holiday_calendar }));

export interface CampaignSchedule {
  enabled: boolean;
  timezone: string;
  slots: readonly WindowSlot[];
  holidays?: readonly string[] | undefined;
  holiday_calendar?: string | null | undefined;
}

/** What a campaign's schedule is unless it says so. */
export const SCHEDULE_DEFAULTS = { enabled: true, timezone: UNKNOWN_ZONE } as const;

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
    holidays: joinHolidays(hours, calendar),
  };
