/**
 * Readers of values that several carriers write alike. An invalid value counts as absent, because a callback must not
 * fail for it.
 */

/** Returns whole seconds; 0 for an absent or invalid value. */
export const toSeconds = (value: string | number | null | undefined): number => {
  const seconds = Math.round(Number(value ?? 0));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
};

/** Reads an instant in ISO 8601 or RFC 2822; null for an absent or invalid value. */
export const toDate = (value: string | null | undefined): Date | null => {
  const ms = Date.parse(value ?? "");
  return Number.isNaN(ms) ? null : new Date(ms);
};
