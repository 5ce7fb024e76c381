import {
  type CalendarSpec,
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from "@temporalio/client";
import { readLocal } from "../../domain/campaign/campaign-span.ts";
import {
  CATCH_UP_MS,
  listCalendars,
  type Overlap,
  parseRule,
  type Recurrence,
} from "../../domain/campaign/recurrence.ts";
import { listHolidays } from "../../infra/holiday/holiday-calendar.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import {
  campaignOccurrenceContract,
  campaignOccurrenceStartOptions,
} from "../../workflows/campaign/campaign-occurrence.contract.ts";

type Recurring = Pick<Campaign, "id" | "organization_id" | "state" | "recurrence">;

const OVERLAP_POLICIES: Record<Overlap, ScheduleOverlapPolicy> = {
  skip: ScheduleOverlapPolicy.SKIP,
  wait: ScheduleOverlapPolicy.BUFFER_ONE,
  stop: ScheduleOverlapPolicy.CANCEL_OTHER,
};

/** Returns every date on which a recurring campaign makes none, as far as its calendar is known. */
export const listHolidayDates = ({ holidays, holiday_calendar: calendar }: Recurrence, at: Date): string[] => [
  ...holidays,
  ...(calendar === null ? [] : listHolidays(calendar, at).filter((day) => day.length === "2026-12-25".length)),
];

/**
 * Makes the schedule of a campaign be as its row says: there while it is scheduled and recurring, by its present rule, and gone
 * otherwise. Repeating it changes nothing.
 */
export const syncSchedule = async (temporal: Client, campaign: Recurring, now: Date): Promise<void> => {
  const address = { organizationId: campaign.organization_id, campaignId: campaign.id };
  const handle = temporal.schedule.getHandle(campaignOccurrenceContract.scheduleId(address));
  if (campaign.state !== "scheduled" || campaign.recurrence === null) {
    await handle.delete().catch(ignoreMissing);
    return;
  }
  const { scheduleId: _, ...options } = describeSchedule(address, campaign.recurrence, now);
  try {
    await temporal.schedule.create({ scheduleId: handle.scheduleId, ...options });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { state } = await handle.describe();
    if (state.note !== options.state?.note)
      await handle.update((before) => ({ ...options, state: { ...before.state, note: options.state?.note ?? "" } }));
  }
};

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
};

/** What a schedule was made of stands in its note, by which a change is known. */
const describeSchedule = (
  address: { organizationId: number; campaignId: number },
  recurrence: Recurrence,
  now: Date,
): ScheduleOptions => {
  const holidays = listHolidayDates(recurrence, now);
  return {
    scheduleId: campaignOccurrenceContract.scheduleId(address),
    spec: describeTimes(recurrence, holidays),
    policies: { overlap: OVERLAP_POLICIES[recurrence.overlap], catchupWindow: CATCH_UP_MS[recurrence.missed] },
    action: {
      type: "startWorkflow",
      workflowType: campaignOccurrenceContract.type,
      ...campaignOccurrenceStartOptions(address),
    },
    state: { note: JSON.stringify({ ...recurrence, holidays }) },
  };
};

const describeTimes = ({ rule: text, timezone }: Recurrence, holidays: readonly string[]): ScheduleOptions["spec"] => {
  const parsed = parseRule(text);
  if ("fault" in parsed) throw new RangeError(parsed.fault);
  const { rule } = parsed;
  return {
    timezone,
    calendars: listCalendars(rule).map(
      ({ months, monthDays, weekdays }): CalendarSpec => ({
        hour: [...rule.hours],
        minute: [...rule.minutes],
        ...(months && { month: months.flatMap((month) => MONTHS[month - 1] ?? []) }),
        ...(monthDays && { dayOfMonth: [...monthDays] }),
        ...(weekdays && { dayOfWeek: weekdays.flatMap((day) => DAYS[day] ?? []) }),
      }),
    ),
    skip: holidays.map(skipDate),
    ...(rule.until !== null && { endAt: new Date(readLocal(`${rule.until}T23:59`, timezone).lastMs + 59_999) }),
  };
};

const MONTHS = [
  "JANUARY",
  "FEBRUARY",
  "MARCH",
  "APRIL",
  "MAY",
  "JUNE",
  "JULY",
  "AUGUST",
  "SEPTEMBER",
  "OCTOBER",
  "NOVEMBER",
  "DECEMBER",
] as const;
const DAYS = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"] as const;

const skipDate = (date: string): CalendarSpec => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return {
    year,
    month: MONTHS[month - 1] ?? "JANUARY",
    dayOfMonth: day,
    hour: "*",
    minute: "*",
    second: "*",
  };
};
