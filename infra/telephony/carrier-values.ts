/** Reads what several carriers write alike. Nothing and nonsense are the same: a callback must not fail for a figure. */

/** Whole seconds; 0 for nothing or nonsense. */
export const toSeconds = (value: string | number | null | undefined): number => {
  const seconds = Math.round(Number(value ?? 0));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
};

/** An instant written as ISO 8601 or RFC 2822; null for nothing or nonsense. */
export const toDate = (value: string | null | undefined): Date | null => {
  const ms = Date.parse(value ?? "");
  return Number.isNaN(ms) ? null : new Date(ms);
};
