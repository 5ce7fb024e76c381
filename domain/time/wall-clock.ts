import { DateTime, Settings } from "luxon";
import { DAY_MS, MINUTE_MS } from "./durations.rules.ts";

declare module "luxon" {
  interface TSSettings {
    throwOnInvalid: true;
  }
}
// An unknown zone must throw, and never read as some time of day.
Settings.throwOnInvalid = true;

/**
 * The time between two changes of a zone's clocks: wall time is the instant plus the offset. Epoch milliseconds,
 * half-open.
 */
export interface ClockPeriod {
  startMs: number;
  endMs: number;
  /** How far the zone's clocks are ahead of UTC. */
  offsetMs: number;
}

/** Zones have changed their clocks twice within weeks, never twice within a day. */
const STEP_MS = DAY_MS;

/** Returns the periods of equal offset that cover a span of time, in order. Throws RangeError on an unknown zone. */
export const listClockPeriods = (zone: string, startMs: number, endMs: number): ClockPeriod[] => {
  const periods: ClockPeriod[] = [];
  let period: ClockPeriod = { startMs, endMs, offsetMs: offsetMs(zone, startMs) };
  for (let atMs = startMs; atMs < endMs; atMs += STEP_MS) {
    const nextMs = Math.min(atMs + STEP_MS, endMs);
    const nextOffsetMs = offsetMs(zone, nextMs);
    if (nextOffsetMs === period.offsetMs) continue;
    const changeMs = firstInstantAfterChange(zone, atMs, nextMs);
    periods.push({ ...period, endMs: changeMs });
    period = { startMs: changeMs, endMs, offsetMs: nextOffsetMs };
  }
  return [...periods, period];
};

/**
 * Finds the change of clocks between two instants by bisection down to a minute; every change falls on a whole minute.
 */
const firstInstantAfterChange = (zone: string, beforeMs: number, afterMs: number): number => {
  const before = offsetMs(zone, beforeMs);
  let low = Math.floor(beforeMs / MINUTE_MS);
  let high = Math.ceil(afterMs / MINUTE_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(zone, middle * MINUTE_MS) === before) low = middle;
    else high = middle;
  }
  return high * MINUTE_MS;
};

const offsetMs = (zone: string, atMs: number): number => {
  const there = DateTime.fromMillis(atMs, { zone: "utc" }).setZone(zone);
  return there.offset * MINUTE_MS;
};
