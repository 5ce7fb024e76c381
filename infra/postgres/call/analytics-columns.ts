import { type RawBuilder, sql } from "kysely";
import {
  type AskedDimension,
  type AskedMeasure,
  type DimensionName,
  describeMeasure,
  type MeasureName,
  readDimension,
  readMeasure,
} from "../../../domain/analytics/measures.rules.ts";
import { LONGEST_VALUE } from "../../../domain/analytics/question.rules.ts";
import { ANSWERED_OUTCOMES } from "../../../domain/call/call-outcome.rules.ts";
import { channelOf } from "./channel-columns.ts";

/*
 * The one place that says what a dimension and a measure are of a row of `call_runs`. Figures are grouped by these columns and the calls
 * behind a figure are found by them, so that both always count the same calls.
 */

/**
 * How a call ended, as an agent or its carrier says. Written exactly as in the indexes, and without `coalesce`, by which row-level
 * security would keep PostgreSQL from them.
 */
export const CONCLUSION = sql<
  string | null
>`(case when call_runs.disposition is null then call_runs.outcome else call_runs.disposition end)`;

const asTime = (format: string) => (zone: string) =>
  sql<string>`to_char(call_runs.created_at at time zone ${zone}::text, ${sql.lit(format)})`;
const plain = (column: string) => () => sql<string | null>`${sql.ref(`call_runs.${column}`)}`;
const idOf = (column: string) => () => sql<string | null>`${sql.ref(`call_runs.${column}`)}::text`;

/** Text, or null where a call has no value; `zone` is that of the question. */
const DIMENSION_COLUMNS: Readonly<Record<DimensionName, (zone: string) => RawBuilder<string | null>>> = {
  day: asTime("YYYY-MM-DD"),
  week: (zone) =>
    sql<string>`to_char(date_trunc('week', call_runs.created_at at time zone ${zone}::text), 'YYYY-MM-DD')`,
  month: asTime("YYYY-MM"),
  hour_of_day: (zone) => sql<string>`extract(hour from call_runs.created_at at time zone ${zone}::text)::integer::text`,
  day_of_week: (zone) =>
    sql<string>`extract(isodow from call_runs.created_at at time zone ${zone}::text)::integer::text`,
  agent: idOf("agent_id"),
  agent_version: idOf("agent_version_id"),
  campaign: idOf("campaign_id"),
  // The lists of all campaigns are read once, and not for each call.
  contact_list: () =>
    sql<
      string | null
    >`(select jsonb_object_agg(c.id, c.contact_list_id) from campaigns c) ->> call_runs.campaign_id::text`,
  outcome: plain("outcome"),
  disposition: () => CONCLUSION,
  answered_by: plain("answered_by"),
  direction: plain("direction"),
  channel: () => channelOf("call_runs"),
};

/** Lists and objects are no value by which calls are grouped. */
const valueOf = (variable: string): RawBuilder<string | null> => sql`case
  when jsonb_typeof(call_runs.gathered_context -> ${variable}::text) in ('string', 'number', 'boolean')
  then nullif(left(call_runs.gathered_context ->> ${variable}::text, ${sql.lit(LONGEST_VALUE)}), '') end`;

/** The value of a call, by which it is grouped. */
export const dimensionColumn = (dimension: AskedDimension, zone: string): RawBuilder<string | null> =>
  dimension.name === "variable" ? valueOf(dimension.variable) : DIMENSION_COLUMNS[dimension.name](zone);

/** Counts are true or not, amounts a number or null. */
const MEASURE_COLUMNS: Readonly<Record<MeasureName, RawBuilder<unknown>>> = {
  calls: sql`true`,
  answered: sql`coalesce(call_runs.outcome = any(${[...ANSWERED_OUTCOMES]}), false)`,
  voicemail: sql`coalesce(call_runs.outcome = 'voicemail', false)`,
  opted_out: sql`coalesce(call_runs.outcome = 'opted_out', false)`,
  interrupted: sql`coalesce(call_runs.interruptions > 0, false)`,
  ring_time: sql`case when call_runs.direction = 'outbound' and call_runs.carrier_requested_at is not null
    then greatest(extract(epoch from call_runs.answered_at - call_runs.carrier_requested_at), 0)::float8 end`,
  talk_time: sql`case when call_runs.answered_at is not null and call_runs.ended_at is not null
    then call_runs.duration_seconds end`,
  turns: sql`call_runs.turns`,
  interruptions: sql`call_runs.interruptions`,
  answer_latency: sql`call_runs.answer_ms`,
  slowest_answer: sql`call_runs.slowest_answer_ms`,
};

export const measureColumn = (measure: AskedMeasure): RawBuilder<unknown> => {
  const { name, variable } = measure;
  if (name === "variable")
    return sql`case when jsonb_typeof(call_runs.gathered_context -> ${variable}::text) = 'number'
        then (call_runs.gathered_context ->> ${variable}::text)::float8 end`;
  if (name === "filled") return sql`coalesce(call_runs.gathered_context ->> ${variable}::text, '') <> ''`;
  return MEASURE_COLUMNS[name];
};

/** Tells whether a call has this value of a dimension. */
export const hasDimension = ({
  by,
  is,
  timezone = "UTC",
}: {
  by: string;
  is: string | null;
  timezone?: string | undefined;
}): RawBuilder<boolean> => {
  const dimension = readDimension(by);
  return dimension === null
    ? sql`false`
    : sql`${dimensionColumn(dimension, timezone)} is not distinct from ${is}::text`;
};

/** Tells whether a measure counts a call. */
export const isMeasured = (of: string): RawBuilder<boolean> => {
  const measure = readMeasure(of);
  if (measure === null) return sql`false`;
  const column = measureColumn(measure);
  return describeMeasure(measure).kind === "count" ? sql`${column}` : sql`${column} is not null`;
};
