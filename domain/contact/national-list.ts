import { DAY_MS } from "../time/durations.rules.ts";

export const NATIONAL_LIST_STATES = ["pending", "loading", "in_force", "replaced", "removed", "failed"] as const;

/** The longest age that the rules of the United States allow for such a list. */
export const NATIONAL_LIST_DAYS = 31;

/** Returns the date (`2026-11-01`) before which a national list is too old. */
export const findOldestDate = (now: Date): string =>
  new Date(now.getTime() - NATIONAL_LIST_DAYS * DAY_MS).toISOString().slice(0, 10);
