export type Unit = "week" | "month";

const WEEK = 7;

/** Returns a day or another span later or earlier, on this clock; the last day of a shorter month stays its last. */
export const moveSpan = (day: Date, unit: Unit | "day", by: number): Date => {
  const moved = new Date(day);
  if (unit === "month") {
    moved.setDate(1);
    moved.setMonth(moved.getMonth() + by);
  } else moved.setDate(moved.getDate() + by * (unit === "week" ? WEEK : 1));
  return moved;
};

/** The date of a day on this clock: `2026-12-25`. */
export const dateOf = (day: Date): string => {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};

const startOfWeek = (day: Date): Date => {
  const start = new Date(day.getFullYear(), day.getMonth(), day.getDate());
  return moveSpan(start, "day", -((start.getDay() + WEEK - 1) % WEEK));
};

/** Lists the days of the week or the month that a day is in, in whole weeks from Monday on. */
export const listDays = (day: Date, unit: Unit): Date[] => {
  const first = startOfWeek(unit === "week" ? day : new Date(day.getFullYear(), day.getMonth(), 1));
  const last = unit === "week" ? day : new Date(day.getFullYear(), day.getMonth() + 1, 0);
  const end = moveSpan(startOfWeek(last), "week", 1);
  const days: Date[] = [];
  for (let each = first; each < end; each = moveSpan(each, "day", 1)) days.push(each);
  return days;
};
