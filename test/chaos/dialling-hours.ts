/** A minute in which nothing may be dialled, and the schedule that says so. Instants are epoch milliseconds. */
export interface ClosedMinute {
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  schedule: {
    enabled: boolean;
    timezone: string;
    slots: { day_of_week: number; start_time: string; end_time: string }[];
  };
}

const MINUTE_MS = 60_000;
const DAYS = [0, 1, 2, 3, 4, 5, 6];
/** Spread so that in one of them it is always some time of the day; their clocks differ from UTC by whole minutes. */
const ZONES = ["UTC", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Sydney", "Pacific/Auckland"];

/** A zone in which it is neither night nor near it: a slot that begins and ends at midnight would be none. */
export const zoneByDay = (atMs: number): string =>
  ZONES.find((zone) => /^(0[3-9]|1\d|2[01])/.test(wallTime(atMs, zone))) ?? "UTC";

/** The first whole minute that begins at `earliestMs` or later is closed to people in a zone, all others of the week are open. */
export const closedMinuteAfter = (earliestMs: number, timezone: string): ClosedMinute => {
  const fromMs = Math.ceil(earliestMs / MINUTE_MS) * MINUTE_MS;
  const toMs = fromMs + MINUTE_MS;
  const slots = DAYS.flatMap((day) => [
    { day_of_week: day, start_time: "00:00", end_time: wallTime(fromMs, timezone) },
    { day_of_week: day, start_time: wallTime(toMs, timezone), end_time: "24:00" },
  ]);
  return { fromMs, toMs, schedule: { enabled: true, timezone, slots } };
};

const wallTime = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(atMs);
