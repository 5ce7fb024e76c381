import { type RawBuilder, sql } from "kysely";
import { type AskedDimension, type AskedMeasure, describeMeasure } from "../../../domain/analytics/measures.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { dimensionColumn, measureColumn } from "./analytics-columns.ts";
import { selectRuns } from "./run-list.repository.ts";
import type { RunSelection } from "./run-selection.ts";

export interface CallQuestion extends RunSelection {
  measures: readonly AskedMeasure[];
  by: readonly AskedDimension[];
  timezone: string;
  /** The most groups that are read. */
  mostGroups: number;
  /** PostgreSQL gives up after so long. */
  longestMs: number;
}

/** A figure: `calls` are those that count; the rest is null for counts, and where no call counts. */
export interface Figure {
  calls: number;
  sum: number | null;
  mean: number | null;
  p50: number | null;
  p95: number | null;
}

export interface CallGroup {
  /** One for each dimension; null: the calls that have none. */
  values: (string | null)[];
  calls: number;
  figures: Figure[];
}

interface AnsweredRow {
  is_total: boolean;
  calls: number;
  values: (string | null)[];
  figures: Figure[];
}

/** Thrown where a question reads more calls than it has time for. */
export class SlowQuestionError extends Error {
  override readonly name = "SlowQuestionError";
}

/** Groups the calls of a selection, and sums up all of them, in one reading. */
export const askOfCalls = async (
  tx: OrganizationTransaction,
  question: CallQuestion,
): Promise<{ groups: CallGroup[]; total: CallGroup }> => {
  await sql`select set_config('statement_timeout', ${String(question.longestMs)}, true)`.execute(tx);
  const { rows } = await readGroups(tx, question).catch((error: unknown) => {
    throw isTooSlow(error) ? new SlowQuestionError("the statement was canceled", { cause: error }) : error;
  });
  const nothing = { values: [], calls: 0, figures: question.measures.map(() => NO_FIGURE) };
  const total = rows.find((row) => row.is_total);
  return {
    groups: question.by.length === 0 ? [] : rows.filter((row) => !row.is_total),
    total: total === undefined ? nothing : { ...total, values: [] },
  };
};

const NO_FIGURE: Figure = { calls: 0, sum: null, mean: null, p50: null, p95: null };

const isTooSlow = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "57014";

const readGroups = (
  tx: OrganizationTransaction,
  { measures, by, timezone, mostGroups, scope, filters }: CallQuestion,
) => {
  const runs = selectRuns(tx, { scope, filters }).select([
    ...by.map((dimension, at) => dimensionColumn(dimension, timezone).as(`d${at}`)),
    ...measures.map((measure, at) => measureColumn(measure).as(`m${at}`)),
    // A selection of nothing but counts of all calls has a column too.
    sql<number>`1`.as("one"),
  ]);
  const dimensions = by.map((_, at) => sql.ref(`d${at}`));
  const sets = dimensions.length === 0 ? sql`()` : sql`(${sql.join(dimensions)}), ()`;
  const isTotal = dimensions.length === 0 ? sql`true` : sql`grouping(${sql.join(dimensions)}) > 0`;
  return sql<AnsweredRow>`
    select ${isTotal} as is_total, count(*) as calls,
      array[${sql.join(dimensions.length === 0 ? [sql`null`] : dimensions)}]::text[] as values,
      jsonb_build_array(${sql.join(measures.map(figureOf))}) as figures
    from (${runs}) runs
    group by grouping sets (${sets})
    order by is_total desc
    limit ${mostGroups + 1}`.execute(tx);
};

const figureOf = (measure: AskedMeasure, at: number): RawBuilder<unknown> => {
  const column = sql.ref(`m${at}`);
  if (describeMeasure(measure).kind === "count")
    return sql`jsonb_build_object('calls', count(*) filter (where ${column}),
      'sum', null, 'mean', null, 'p50', null, 'p95', null)`;
  const percentile = (share: number) => sql`percentile_cont(${sql.lit(share)}) within group (order by ${column})`;
  return sql`jsonb_build_object('calls', count(${column}), 'sum', sum(${column}), 'mean', avg(${column})::float8,
    'p50', ${percentile(0.5)}, 'p95', ${percentile(0.95)})`;
};
