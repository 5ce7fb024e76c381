import { readLocal } from "../campaign/campaign-span.ts";
import { showClock } from "../time/clock-time.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.rules.ts";
import type { JourneyWait } from "./journey.ts";

/**
 * Returns when a step is due; epoch milliseconds. A time of day is what the person's own clock shows: without `days` the next time that
 * it does, and one that a change of clocks skips is the instant of the change.
 */
export const readWait = (wait: JourneyWait | undefined, { fromMs, zone }: { fromMs: number; zone: string }): number => {
  if (wait === undefined) return fromMs;
  const { minutes = 0, hours = 0, days, at } = wait;
  if (at === undefined) return fromMs + minutes * MINUTE_MS + hours * HOUR_MS + (days ?? 0) * DAY_MS;
  const today = showClock(zone, fromMs).slice(0, "2026-12-01".length);
  if (days !== undefined) return Math.max(readLocal(`${addDays(today, days)}T${at}`, zone).lastMs, fromMs);
  const next = readLocal(`${today}T${at}`, zone).lastMs;
  return next > fromMs ? next : readLocal(`${addDays(today, 1)}T${at}`, zone).lastMs;
};

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, day.length);
