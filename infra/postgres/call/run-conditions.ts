import { type RawBuilder, sql } from "kysely";
import { FINAL_CALL_STATES, OPEN_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { computeDay } from "../../../domain/time/local-days.ts";
import { buildContainsPattern, readNumberPart } from "../containing.ts";
import { literals } from "../literals.ts";
import { CONCLUSION, hasDimension, isMeasured } from "./analytics-columns.ts";
import { IS_OF_CHANNEL } from "./channel-columns.ts";
import { type DateRange, POSTGRES_INTEGER_MAX, type RunFilter } from "./run-filters.ts";

/** Converts the filter to a condition on `call_runs`. */
export const toCondition = (filter: RunFilter): RawBuilder<boolean> => {
  switch (filter.attribute) {
    case "dateRange":
      return dateCondition(filter.value);
    case "dispositionCode":
      return isOneOf(CONCLUSION, filter.value.codes.flatMap(listSpellings));
    case "outcome":
      return sql`call_runs.outcome = any(${filter.value.codes})`;
    case "answeredBy":
      return sql`call_runs.answered_by = any(${filter.value.codes})`;
    case "duration":
      return rangeCondition(sql`call_runs.duration_seconds`, filter.value);
    case "status":
      // The condition is written exactly as in the index of unfinished runs.
      return filter.value.status === "completed"
        ? sql`call_runs.state = any(${[...FINAL_CALL_STATES]})`
        : sql`(call_runs.ended_at is null and call_runs.state in (${literals(OPEN_CALL_STATES)}))`;
    case "tokenUsage":
      return rangeCondition(TOKENS_USED, filter.value);
    case "callerNumber":
      return numberCondition("caller", filter.value.value);
    case "calledNumber":
      return numberCondition("called", filter.value.value);
    case "phoneNumber":
      return sql`(${numberCondition("caller", filter.value.value)} or ${numberCondition("called", filter.value.value)})`;
    case "runId":
      return sql`call_runs.id = ${filter.value.value}`;
    case "workflowId":
      return sql`call_runs.agent_id = ${filter.value.value}`;
    case "campaignId":
      return sql`call_runs.campaign_id = ${filter.value.value}`;
    case "definitionId":
      return sql`call_runs.agent_version_id = ${filter.value.value}`;
    case "callDirection":
      return sql`call_runs.direction = ${filter.value.status}`;
    case "callChannel":
      return IS_OF_CHANNEL[filter.value.status];
    case "environment":
      return sql`call_runs.environment = ${filter.value.status}`;
    case "dimension":
      return hasDimension(filter.value);
    case "measure":
      return isMeasured(filter.value.of);
  }
};

/** One value is compared by itself: only then does an index give the runs that have it in the order of the list. */
const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values})`;

/** The tokens of models are counted when a run is settled. */
const TOKENS_USED = sql`coalesce((call_runs.model_usage->>'prompt_tokens')::integer, 0)
  + coalesce((call_runs.model_usage->>'completion_tokens')::integer, 0)`;

const dateCondition = (range: DateRange) => {
  const { from, until, isClosed } = readBounds(range);
  const begins = from ? sql<boolean>`call_runs.created_at >= ${from}` : sql<boolean>`true`;
  if (!until) return begins;
  return isClosed
    ? sql<boolean>`${begins} and call_runs.created_at <= ${until}`
    : sql<boolean>`${begins} and call_runs.created_at < ${until}`;
};

/** Days are whole: a `to` that is a day ends where the next begins; one that is an instant is included. */
export const readBounds = ({ from, to, timezone = "UTC" }: DateRange) => ({
  from: from ? (isDay(from) ? computeDay(from, timezone).from : parseInstant(from)) : null,
  until: to ? (isDay(to) ? computeDay(to, timezone).until : parseInstant(to)) : null,
  isClosed: to ? !isDay(to) : false,
});

/** Tells whether the text is a day and not an instant. */
const isDay = (written: string): boolean => !written.includes("T");

/** Reads an instant; without an offset it is UTC, whatever the zone of this process. */
const parseInstant = (written: string): Date =>
  new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(written) ? written : `${written}Z`);

const rangeCondition = (
  column: RawBuilder<unknown>,
  { min, max }: { min?: number | null | undefined; max?: number | null | undefined },
) => sql<boolean>`${column} between ${min ?? 0}::integer and ${max ?? POSTGRES_INTEGER_MAX}::integer`;

/** Fewer digits match too many numbers for a look-up of each. */
const RARE_DIGITS = 6;

const numberCondition = (side: "caller" | "called", part: string): RawBuilder<boolean> => {
  const number = readNumberPart(part) ?? part;
  const pattern = buildContainsPattern(number);
  if (number.length < RARE_DIGITS) return sql`${sql.ref(`call_runs.${side}_number`)} like ${pattern}`;
  return sql`call_runs.id = any(array(select ${sql.ref(`runs_with_${side}_number`)}(${pattern})))`;
};

/** Names that published clients use for our outcomes. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  "no-answer": "no_answer",
  voicemail_detected: "voicemail",
};

export const listSpellings = (code: string): string[] => [
  code,
  ...(OTHER_SPELLINGS[code] ? [OTHER_SPELLINGS[code]] : []),
];
