import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.rules.ts";

/** A carrier is asked for so long to remove the recordings of a call; afterwards they count as left. */
const ASKED_FOR_MS = 30 * DAY_MS;
/**
 * What became of them is kept for so many days after it was settled. `platform_organizations_with_recordings_to_remove` finds them by
 * the same.
 */
export const SETTLED_RECORDINGS_KEPT_DAYS = 30;
/** An erasure waits so long for carriers that do not answer. */
export const ERASURE_WAITS_MS = HOUR_MS;

/** Returns when a carrier that has not removed recordings is asked again, in milliseconds; null: never. */
export const computeNextRemovalMs = ({ failures, sinceMs }: { failures: number; sinceMs: number }): number | null =>
  sinceMs > ASKED_FOR_MS ? null : Math.min(MINUTE_MS * 2 ** Math.min(failures - 1, 20), DAY_MS);

/** The names under which a receipt counts recordings that a carrier has removed, and calls whose recordings it had not. */
export const removedAt = (provider: string): string => `recordings_at_${provider}`;
export const leftAt = (provider: string): string => `recordings_left_at_${provider}`;
