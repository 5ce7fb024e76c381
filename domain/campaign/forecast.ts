import type { WindowReading } from "./dialling-window.ts";
import { readJointWindow } from "./joint-window.ts";
import { type HoursReading, readZoneWindow } from "./zone-windows.ts";

export interface ZoneShare {
  /** The key that contacts store: zones joined by commas, `''` where none is known. */
  timezone: string;
  calls: number;
  /** Windows of rule packs that must be open besides the campaign's hours. */
  windows?: readonly ((atMs: number) => WindowReading)[];
}

export interface Forecast {
  /** Null: there is nobody to call. */
  firstCallAtMs: number | null;
  /** When the last call has begun; null: there is nobody to call, or the end is too far away to compute. */
  endsAtMs: number | null;
  /** Calls of zones whose window never opens again. */
  neverCalled: number;
}

interface Plan {
  hours: HoursReading;
  callsPerSecond: number;
  /** The most calls of a day, with when the day after an instant begins; absent: as many as there are. */
  quota?: { limit: number; nextDayMs(atMs: number): number };
}

/** The assumed length where nobody has called yet: a greeting, some words, or a voicemail's announcement. */
export const ASSUMED_CALL_SECONDS = 60;

/** A limit above the openings and closings of a campaign that takes a year. */
const MOST_STEPS = 2_000;

/**
 * Forecasts a campaign: steps through the openings of every zone's window at a steady pace, and calls first the zones
 * whose window closes first.
 */
export const forecastCalls = (plan: Plan, shares: readonly ZoneShare[], nowMs: number): Forecast => {
  const forecast: Forecast = { firstCallAtMs: null, endsAtMs: null, neverCalled: 0 };
  let waiting = shares.filter(({ calls }) => calls > 0);
  let atMs = nowMs;
  let leftOfDay = plan.quota?.limit ?? Number.POSITIVE_INFINITY;
  for (let step = 0; step < MOST_STEPS && waiting.length > 0; step += 1) {
    const { open, closed, never, ...standing } = standingAt(plan.hours, waiting, atMs);
    const dayEndsMs = plan.quota?.nextDayMs(atMs) ?? Number.POSITIVE_INFINITY;
    const untilMs = Math.min(standing.untilMs, dayEndsMs);
    forecast.neverCalled += sumOf(never);
    if (open.length > 0) forecast.firstCallAtMs ??= atMs;
    const { left, busyMs } = call(open, {
      callsPerSecond: plan.callsPerSecond,
      spanMs: untilMs - atMs,
      most: leftOfDay,
    });
    leftOfDay = untilMs === dayEndsMs ? (plan.quota?.limit ?? leftOfDay) : leftOfDay - (sumOf(open) - sumOf(left));
    if (open.length > 0 && left.length === 0) forecast.endsAtMs = atMs + busyMs;
    // When the open zones are finished, the rest of the span cannot be used by zones that are still closed.
    atMs = open.length > 0 && left.length === 0 ? atMs + busyMs : untilMs;
    waiting = [...left, ...closed];
  }
  return waiting.length > 0 ? { ...forecast, endsAtMs: null } : forecast;
};

interface Standing {
  /** Sorted: the zone whose window closes first comes first. */
  open: ZoneShare[];
  closed: ZoneShare[];
  never: ZoneShare[];
  /** The next opening or closing. */
  untilMs: number;
}

const standingAt = (hours: HoursReading, waiting: readonly ZoneShare[], atMs: number): Standing => {
  const read = waiting.map((share) => {
    const ofCampaign = (at: number) => readZoneWindow(hours, share.timezone, at);
    return { share, window: readJointWindow([ofCampaign, ...(share.windows ?? [])], atMs) };
  });
  const open = read.flatMap(({ share, window }) => (window.open ? [{ share, closesAtMs: window.closesAtMs }] : []));
  const closed = read.flatMap(({ share, window }) =>
    !window.open && window.opensAtMs !== null ? [{ share, opensAtMs: window.opensAtMs }] : [],
  );
  return {
    open: open.sort((one, other) => one.closesAtMs - other.closesAtMs).map(({ share }) => share),
    closed: closed.map(({ share }) => share),
    never: read.flatMap(({ share, window }) => (!window.open && window.opensAtMs === null ? [share] : [])),
    untilMs: Math.min(...open.map(({ closesAtMs }) => closesAtMs), ...closed.map(({ opensAtMs }) => opensAtMs)),
  };
};

/** Returns the calls left after a span in which this many calls begin, and how much of the span they took. */
const call = (
  open: readonly ZoneShare[],
  { callsPerSecond, spanMs, most }: { callsPerSecond: number; spanMs: number; most: number },
): { left: ZoneShare[]; busyMs: number } => {
  const neededMs = (sumOf(open) / callsPerSecond) * 1000;
  if (neededMs <= spanMs && sumOf(open) <= most) return { left: [], busyMs: neededMs };
  let capacity = Math.min((spanMs / 1000) * callsPerSecond, most);
  const left = open.flatMap((share) => {
    const called = Math.min(share.calls, capacity);
    capacity -= called;
    return share.calls > called ? [{ ...share, calls: share.calls - called }] : [];
  });
  return { left, busyMs: spanMs };
};

const sumOf = (shares: readonly ZoneShare[]): number => shares.reduce((sum, { calls }) => sum + calls, 0);
