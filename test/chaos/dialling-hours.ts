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

/** The first whole minute that begins at `earliestMs` or later is closed, all others of the week are open. */
export const closedMinuteAfter = (earliestMs: number): ClosedMinute => {
  const fromMs = Math.ceil(earliestMs / MINUTE_MS) * MINUTE_MS;
  const toMs = fromMs + MINUTE_MS;
  // Away from midnight, where a slot would begin and end in the same minute.
  const timezone = ZONES.find((zone) => /^(0[3-9]|1\d|2[01])/.test(wallTime(fromMs, zone))) ?? "UTC";
  const slots = DAYS.flatMap((day) => [
    { day_of_week: day, start_time: "00:00", end_time: wallTime(fromMs, timezone) },
    { day_of_week: day, start_time: wallTime(toMs, timezone), end_time: "24:00" },
  ]);
  return { fromMs, toMs, schedule: { enabled: true, timezone, slots } };
};

const wallTime = (atMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(atMs);
