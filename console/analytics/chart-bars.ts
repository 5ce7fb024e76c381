import type { CallFigures } from "../api/routes.ts";
import type { Bar } from "../ui/column-bars.tsx";
import { DAY_MS } from "../ui/day-bars.tsx";
import { type Measure, nameValue, valueOf } from "./name-figures.ts";

const TIMES = ["day", "week", "month", "hour_of_day", "day_of_week"];
export const isTime = (dimension: string): boolean => TIMES.includes(dimension);

/** More make no picture. */
const MOST_BARS = 400;

/**
 * Returns the bars of the first dimension, times without calls among them; counts of a second one are added up. Null: means of parts
 * cannot be added up, and there is no chart.
 */
export const buildBars = ({ rows, by, ...span }: CallFigures, measure: Measure): Bar[] | null => {
  const [dimension] = by;
  if (dimension === undefined || (by.length > 1 && measure.kind === "amount")) return null;
  const values = new Map<string | null, number>();
  const names = new Map<string | null, string | null>();
  for (const row of rows) {
    const first = row.by[0];
    if (first === undefined) continue;
    values.set(first.value, (values.get(first.value) ?? 0) + valueOf(row.figures[0], measure));
    names.set(first.value, first.name);
  }
  const found = [...values.keys()];
  const keys = isTime(dimension) ? fillTimes(dimension, spanOf(dimension, found, span)) : found;
  return keys.slice(-MOST_BARS).map((value) => ({
    key: value ?? "",
    name: nameValue(dimension, { value, name: names.get(value) ?? null }),
    value: values.get(value) ?? 0,
  }));
};

const numbersFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at));

/** Days are those that were asked for, and other times those with calls. */
const spanOf = (
  dimension: string,
  found: readonly (string | null)[],
  { start_date: from, end_date: to }: Pick<CallFigures, "start_date" | "end_date">,
): [first: string | null | undefined, last: string | null | undefined] =>
  dimension === "day" && from !== null && to !== null && DAY.test(from) && DAY.test(to)
    ? [from, to]
    : [found[0], found.at(-1)];

const DAY = /^\d{4}-\d\d-\d\d$/;

const fillTimes = (dimension: string, [first, last]: ReturnType<typeof spanOf>): string[] => {
  if (dimension === "hour_of_day") return numbersFrom(0, 23);
  if (dimension === "day_of_week") return numbersFrom(1, 7);
  if (!first || !last) return [];
  const filled = [first];
  for (let at = first; at < last && filled.length < 10 * MOST_BARS; ) {
    at = nextOf(dimension, at);
    filled.push(at);
  }
  return filled;
};

const nextOf = (dimension: string, at: string): string => {
  if (dimension === "month") {
    const [year = 0, month = 1] = at.split("-").map(Number);
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
  }
  return new Date(Date.parse(at) + (dimension === "week" ? 7 : 1) * DAY_MS).toISOString().slice(0, 10);
};
