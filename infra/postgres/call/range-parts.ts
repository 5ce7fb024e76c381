import { type RawBuilder, sql } from "kysely";
import { DAY_MS, HOUR_MS } from "../../../domain/time/durations.rules.ts";
import { readBounds } from "./run-conditions.ts";
import type { DateRange } from "./run-filters.ts";

/** Half-open, in milliseconds since 1970; null: no bound. */
export interface Span {
  fromMs: number | null;
  untilMs: number | null;
}

/** A range as whole days and hours (UTC), which have stored counts, and the remaining parts of hours at its ends. */
export interface RangeParts {
  /** All whole days and hours together; null: there is no whole hour. */
  whole: Span | null;
  days: Span | null;
  hours: Span[];
  /** Each within an hour; `isClosed`: the end is included. */
  rest: (Span & { isClosed: boolean })[];
}

export const splitRange = (range: DateRange): RangeParts => {
  const { from, until, isClosed } = readBounds(range);
  return splitSpan({ fromMs: from?.getTime() ?? null, untilMs: until?.getTime() ?? null, isClosed });
};

/** Splits a span; `isClosed`: the end is included. */
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

/** Returns null when the span holds neither a whole unit nor the bounds of one. */
const wholeWithin = ({ fromMs, untilMs }: Span, unitMs: number): Span | null => {
  const first = fromMs === null ? null : Math.ceil(fromMs / unitMs) * unitMs;
  const end = untilMs === null ? null : Math.floor(untilMs / unitMs) * unitMs;
  return first !== null && end !== null && first > end ? null : { fromMs: first, untilMs: end };
};

const before = (outer: Span, inner: Span): Span => ({ fromMs: outer.fromMs, untilMs: inner.fromMs });
const behind = (outer: Span, inner: Span): Span => ({ fromMs: inner.untilMs, untilMs: outer.untilMs });
const isEmpty = ({ fromMs, untilMs }: Span): boolean => fromMs === untilMs;

/** Tells whether a column's instant lies in the span. */
export const isInRange = (column: string, { fromMs, untilMs, isClosed }: Span & { isClosed?: boolean }) => {
  const at = sql.ref(column);
  const conditions: RawBuilder<boolean>[] = [sql`true`];
  if (fromMs !== null) conditions.push(sql`${at} >= ${new Date(fromMs)}`);
  if (untilMs !== null)
    conditions.push(isClosed ? sql`${at} <= ${new Date(untilMs)}` : sql`${at} < ${new Date(untilMs)}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
};
