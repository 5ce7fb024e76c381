import { DAY_MS, MINUTE_MS } from "../time/durations.rules.ts";
import { type ClockPeriod, listClockPeriods } from "../time/wall-clock.ts";
import { type CampaignSpan, readSpan } from "./campaign-span.ts";
import { findHolidayStart } from "./holidays.ts";
import type { WindowSlot } from "./window-slots.ts";

/** The hours in which people may be called, by their own local time. */
export interface DiallingHours {
  slots: readonly WindowSlot[];
  /** Dates (`2026-12-25`) without calls, and evenings (`2026-12-24T18:00`) from which there are none, on the person's own clock. */
  holidays: readonly string[];
  /** The time in which the campaign dials at all. */
  span?: CampaignSpan;
}

/** Hours that close only with a holiday. */
export const ALWAYS_OPEN: DiallingHours = {
  slots: [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, start_time: "00:00", end_time: "24:00" })),
  holidays: [],
};

/** Returns the hours within a campaign's span; null: the campaign has none. */
export const limitToSpan = (hours: DiallingHours | null, span: CampaignSpan | null): DiallingHours | null =>
  span === null ? hours : { ...(hours ?? ALWAYS_OPEN), span };

/**
 * Epoch milliseconds; `opensAtMs` null: the window does not open within the next eight days, so it counts as never. `ended`: it
 * does not because the campaign's end comes before.
 */
export type WindowReading =
  | { open: true; closesAtMs: number }
  | { open: false; opensAtMs: number; ended?: false }
  | { open: false; opensAtMs: null; ended?: boolean };

type Interval = readonly [startMs: number, endMs: number];

/** A window that does not open within so many days counts as one that never does. */
export const HORIZON_DAYS = 8;

/**
 * Tells whether a person may be called at an instant: the window must be open in every zone that they may be in.
 * Without hours it is always open. A wall time that a change of clocks skips is the instant of the change; one that it
 * repeats is in the window both times. Throws on an unknown zone.
 */
export const readWindow = (hours: DiallingHours | null, zones: readonly string[], atMs: number): WindowReading => {
  if (!hours) return { open: true, closesAtMs: Number.POSITIVE_INFINITY };
  if (!hours.span) return readHours(hours, zones, atMs);
  const { fromMs, untilMs } = readSpan(hours.span, zones);
  const lookMs = Math.max(atMs, fromMs);
  if (lookMs >= untilMs) return ENDED;
  const window = readHours(hours, zones, lookMs);
  if (!window.open) return window.opensAtMs !== null && window.opensAtMs >= untilMs ? ENDED : window;
  return lookMs > atMs
    ? { open: false, opensAtMs: lookMs }
    : { open: true, closesAtMs: Math.min(window.closesAtMs, untilMs) };
};

const ENDED: WindowReading = { open: false, opensAtMs: null, ended: true };

const readHours = (hours: DiallingHours, zones: readonly string[], atMs: number): WindowReading => {
  const [first = [], ...others] = zones.map((zone) => openings(hours, zone, atMs));
  const common = others.reduce(intersect, first);
  const next = common.find(([, endMs]) => endMs > atMs);
  if (!next || next[0] > atMs + HORIZON_DAYS * DAY_MS) return { open: false, opensAtMs: null };
  return next[0] <= atMs ? { open: true, closesAtMs: next[1] } : { open: false, opensAtMs: next[0] };
};

/** The longest time from the admission of a call to the carrier's receipt of its request. */
export const HAND_OVER_WITHIN_MS = 7000;

/**
 * Tells whether a call may be admitted at an instant: the window must stay open until the carrier has the request. In
 * its last seconds it counts as closed until it opens again.
 */
export const readAdmissionWindow = (
  hours: DiallingHours | null,
  zones: readonly string[],
  atMs: number,
): WindowReading => {
  const window = readWindow(hours, zones, atMs);
  if (!window.open || window.closesAtMs > atMs + HAND_OVER_WITHIN_MS) return window;
  return readWindow(hours, zones, window.closesAtMs);
};

/** Returns the zone's openings around and after an instant, in order, joined where they touch. */
const openings = ({ slots, holidays }: DiallingHours, zone: string, atMs: number): Interval[] => {
  // Starts at a whole day, so that one cached reading of a zone serves a whole day. An opening that began before is cut there.
  const firstDayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  const intervals = periodsOf(zone, firstDayMs).flatMap((period) => openingsWithin(period, { slots, holidays }));
  return join(intervals.sort((a, b) => a[0] - b[0]));
};

/** Within one period the offset is constant, so slots are cut at the period's ends. */
const openingsWithin = ({ startMs, endMs, offsetMs }: ClockPeriod, { slots, holidays }: DiallingHours): Interval[] => {
  const intervals: Interval[] = [];
  for (let dateMs = startOfDate(startMs + offsetMs); dateMs < endMs + offsetMs; dateMs += DAY_MS) {
    const date = new Date(dateMs);
    const day = date.toISOString().slice(0, DATE_LENGTH);
    const holidayFrom = findHolidayStart(holidays, day);
    const endOfDayMs = holidayFrom === null ? DAY_MS : minutesOf(holidayFrom) * MINUTE_MS;
    const weekday = (date.getUTCDay() + 6) % 7;
    for (const slot of slots) {
      if (slot.day_of_week !== weekday) continue;
      const from = Math.max(dateMs + minutesOf(slot.start_time) * MINUTE_MS - offsetMs, startMs);
      const until = Math.min(
        dateMs + minutesOf(slot.end_time) * MINUTE_MS - offsetMs,
        dateMs + endOfDayMs - offsetMs,
        endMs,
      );
      if (until > from) intervals.push([from, until]);
    }
  }
  return intervals;
};

const startOfDate = (wallMs: number): number => Math.floor(wallMs / DAY_MS) * DAY_MS;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const join = (sorted: Interval[]): Interval[] => {
  const joined: Interval[] = [];
  for (const interval of sorted) {
    const last = joined.at(-1);
    if (last && interval[0] <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], interval[1])];
    else joined.push(interval);
  }
  return joined;
};

/** Both lists are in order and overlap nowhere; so is the result. */
const intersect = (a: Interval[], b: Interval[]): Interval[] =>
  a
    .flatMap(([startA, endA]) => b.map(([startB, endB]): Interval => [Math.max(startA, startB), Math.min(endA, endB)]))
    .filter(([startMs, endMs]) => startMs < endMs);

const MOST_PERIODS_KEPT = 1000;
const keptPeriods = new Map<string, ClockPeriod[]>();

/** Returns a zone's clock periods from a day on, cached: a campaign asks for hundreds of zones with every claim. */
const periodsOf = (zone: string, firstDayMs: number): ClockPeriod[] => {
  const key = `${zone} ${firstDayMs}`;
  const kept = keptPeriods.get(key);
  if (kept) return kept;
  const periods = listClockPeriods(zone, firstDayMs, firstDayMs + (HORIZON_DAYS + 3) * DAY_MS);
  if (keptPeriods.size >= MOST_PERIODS_KEPT) keptPeriods.clear();
  keptPeriods.set(key, periods);
  return periods;
};

const DATE_LENGTH = "2026-12-25".length;
