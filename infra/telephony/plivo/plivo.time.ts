const QUARTER_HOUR_MS = 15 * 60_000;
const PATTERN = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?)\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads `2026-01-02 03:04:05`, with an offset or in UTC; null for an absent or invalid value. */
export const toDate = (value: string | null | undefined): Date | null => {
  const [, day, time, offset = "Z"] = PATTERN.exec(value?.trim() ?? "") ?? [];
  const ms = Date.parse(`${day}T${time}${offset}`);
  return Number.isNaN(ms) ? null : new Date(ms);
};

/**
 * Creates a reader of times in callbacks, which are in the account's time zone without naming it. Zones differ from UTC
 * by whole quarters of an hour: `near`, an instant less than seven minutes away from `nearLocal`, shows by how many.
 */
export const createLocalTimeReader = (
  nearLocal: string | undefined,
  near: Date,
): ((value: string | undefined) => Date | null) => {
  const local = toDate(nearLocal);
  const quarters = local ? Math.round((local.getTime() - near.getTime()) / QUARTER_HOUR_MS) : 0;
  return (value) => {
    const date = toDate(value);
    return date && new Date(date.getTime() - quarters * QUARTER_HOUR_MS);
  };
};

/** Formats an instant for Plivo's filters: UTC, whole seconds. */
export const toFilterTime = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19).replace("T", " ");
