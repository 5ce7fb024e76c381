/** One opening a week, in local wall-clock time: half-open, `24:00` is the end of the day. 0 = Monday. */
export interface WindowSlot {
  day_of_week: number;
  start_time: string;
  end_time: string;
}

export interface ScheduleConfig {
  enabled: boolean;
  timezone: string;
  slots: readonly WindowSlot[];
}

/** Epoch milliseconds; `opensAtMs` null: not within the next eight days, so never. */
export type WindowReading = { open: true; closesAtMs: number } | { open: false; opensAtMs: number | null };

type Interval = readonly [startMs: number, endMs: number];

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HORIZON_DAYS = 8;

/**
 * Whether dialling is allowed at an instant. The campaign's zone must be open and, when a contact names a zone of
 * its own, that zone too. No enabled schedule: always open. Throws RangeError on an unknown zone.
 */
export const readWindow = (
  schedule: ScheduleConfig | null,
  contactZone: string | null,
  atMs: number,
): WindowReading => {
  if (!schedule?.enabled) return { open: true, closesAtMs: Number.POSITIVE_INFINITY };
  const campaign = openings(schedule.slots, schedule.timezone, atMs);
  const both =
    contactZone && contactZone !== schedule.timezone
      ? intersect(campaign, openings(schedule.slots, contactZone, atMs))
      : campaign;
  const next = both.find(([, endMs]) => endMs > atMs);
  if (!next) return { open: false, opensAtMs: null };
  return next[0] <= atMs ? { open: true, closesAtMs: next[1] } : { open: false, opensAtMs: next[0] };
};

/** From the admission of a call until its request has reached the carrier passes no more than this. */
const HAND_OVER_WITHIN_MS = 7000;

/**
 * Whether a call may be admitted at an instant: the window is open and stays so until the carrier has the request.
 * In its last seconds it counts as closed until it opens again.
 */
export const readAdmissionWindow = (
  schedule: ScheduleConfig | null,
  contactZone: string | null,
  atMs: number,
): WindowReading => {
  const window = readWindow(schedule, contactZone, atMs);
  if (!window.open || window.closesAtMs > atMs + HAND_OVER_WITHIN_MS) return window;
  return readWindow(schedule, contactZone, window.closesAtMs);
};

/** The zone's openings around and after an instant, in order, joined where they touch. */
const openings = (slots: readonly WindowSlot[], zone: string, atMs: number): Interval[] => {
  const clock = clockOf(zone);
  const firstDay = localDate(clock, atMs) - DAY_MS;
  const intervals: Interval[] = [];
  for (let day = 0; day <= HORIZON_DAYS + 1; day += 1) {
    const dateMs = firstDay + day * DAY_MS;
    const weekday = (new Date(dateMs).getUTCDay() + 6) % 7;
    for (const slot of slots) {
      if (slot.day_of_week !== weekday) continue;
      const startMs = instantOf(clock, dateMs + minutesOf(slot.start_time) * MINUTE_MS);
      const endMs = instantOf(clock, dateMs + minutesOf(slot.end_time) * MINUTE_MS);
      if (endMs > startMs) intervals.push([startMs, endMs]);
    }
  }
  return join(intervals.sort((a, b) => a[0] - b[0]));
};

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

const intersect = (a: Interval[], b: Interval[]): Interval[] =>
  a
    .flatMap(([startA, endA]) => b.map(([startB, endB]): Interval => [Math.max(startA, startB), Math.min(endA, endB)]))
    .filter(([startMs, endMs]) => startMs < endMs)
    .sort((x, y) => x[0] - y[0]);

/** Local midnight of the zone's date at an instant, written as if it were UTC. */
const localDate = (clock: Intl.DateTimeFormat, atMs: number): number =>
  Math.floor((atMs + offsetMs(clock, atMs)) / DAY_MS) * DAY_MS;

/** The instant at which a zone's clocks show a wall time. One that a change of clocks skips is the instant of the change's end. */
const instantOf = (clock: Intl.DateTimeFormat, wallMs: number): number => {
  const guess = wallMs - offsetMs(clock, wallMs);
  const corrected = wallMs - offsetMs(clock, guess);
  return offsetMs(clock, corrected) === wallMs - corrected ? corrected : Math.max(guess, corrected);
};

const clockOf = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });

/** How far a zone's clocks are ahead of UTC. */
const offsetMs = (clock: Intl.DateTimeFormat, atMs: number): number => {
  const parts: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1000) * 1000;
};
