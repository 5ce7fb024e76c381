/** When a campaign begins or ends: on the clock of each called person, or one instant for everybody. */
export type WrittenMoment = { local: string } | { at: string };

const DAYS: Readonly<Record<string, number>> = { today: 0, tomorrow: 1 };
const DAY_AND_TIME = /^(today|tomorrow|\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2})$/i;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Reads a moment as people write it: `tomorrow 10:00`, `2026-12-01T10:00` or an instant with its offset. Null: it is none of these.
 * Today is the day that this computer's clock shows.
 */
export const readMoment = (text: string, now: Date): WrittenMoment | null => {
  const written = text.trim();
  if (INSTANT.test(written)) return { at: written.replace(" ", "T") };
  const [, day = "", time = ""] = DAY_AND_TIME.exec(written) ?? [];
  if (day === "") return null;
  const ahead = DAYS[day.toLowerCase()];
  return { local: `${ahead === undefined ? day : nameDay(now, ahead)}T${time.padStart("10:00".length, "0")}` };
};

/** The date so many days after today, on this computer's clock. */
const nameDay = (now: Date, ahead: number): string => {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};
