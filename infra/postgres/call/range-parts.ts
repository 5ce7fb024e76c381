import { type RawBuilder, sql } from "kysely";
import { type DateRange, instantOf, isDay } from "./run-filters.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** From an instant on, until before another; in milliseconds since 1970, null: no bound. */
export interface Span {
  fromMs: number | null;
  untilMs: number | null;
}

/** A range as whole days and whole hours (UTC), which are kept, and what is left of hours at its two ends. */
export interface RangeParts {
  /** All that is kept, days and hours together; null: no whole hour. */
  whole: Span | null;
  days: Span | null;
  hours: Span[];
  /** Each within an hour; `isClosed`: its end belongs to it. */
  rest: (Span & { isClosed: boolean })[];
}

export const splitRange = ({ from, to }: DateRange): RangeParts => {
  const fromMs = from ? instantOf(from).getTime() : null;
  // A day ends where the next begins; an instant belongs to its range.
  const untilMs = to ? instantOf(to).getTime() + (isDay(to) ? DAY_MS : 0) : null;
  return splitSpan({ fromMs, untilMs, isClosed: to ? !isDay(to) : false });
};

/** The same of a span; `isClosed`: its end belongs to it. */
export const splitSpan = ({ fromMs, untilMs, isClosed }: Span & { isClosed: boolean }): RangeParts => {
  const whole = wholeWithin({ fromMs, untilMs }, HOUR_MS);
  if (!whole) return { whole, days: null, hours: [], rest: [{ fromMs, untilMs, isClosed }] };
  const days = wholeWithin(whole, DAY_MS);
  return {
    whole,
    days,
    hours: days ? [before(whole, days), behind(whole, days)].filter((span) => !isEmpty(span)) : [whole],
    rest: [
      { ...before({ fromMs, untilMs }, whole), isClosed: false },
      { ...behind({ fromMs, untilMs }, whole), isClosed },
    ].filter((span) => !isEmpty(span) || span.isClosed),
  };
};

/** Null: it holds not one whole unit, nor the bounds of one. */
const wholeWithin = ({ fromMs, untilMs }: Span, unitMs: number): Span | null => {
  const first = fromMs === null ? null : Math.ceil(fromMs / unitMs) * unitMs;
  const end = untilMs === null ? null : Math.floor(untilMs / unitMs) * unitMs;
  return first !== null && end !== null && first > end ? null : { fromMs: first, untilMs: end };
};

const before = (outer: Span, inner: Span): Span => ({ fromMs: outer.fromMs, untilMs: inner.fromMs });
const behind = (outer: Span, inner: Span): Span => ({ fromMs: inner.untilMs, untilMs: outer.untilMs });
const isEmpty = ({ fromMs, untilMs }: Span): boolean => fromMs === untilMs;

/** Whether a column's instant lies in the span. */
export const liesIn = (column: string, { fromMs, untilMs, isClosed }: Span & { isClosed?: boolean }) => {
  const at = sql.ref(column);
  const conditions: RawBuilder<boolean>[] = [sql`true`];
  if (fromMs !== null) conditions.push(sql`${at} >= ${new Date(fromMs)}`);
  if (untilMs !== null)
    conditions.push(isClosed ? sql`${at} <= ${new Date(untilMs)}` : sql`${at} < ${new Date(untilMs)}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};
