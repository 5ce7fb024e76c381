import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import { FINAL_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { computeDay } from "../../../domain/time/local-days.ts";
import { buildContainsPattern, readNumberPart } from "../containing.ts";
import type { OrganizationTransaction } from "../database.ts";

const POSTGRES_INTEGER_MAX = 2_147_483_647;

const text = z.string().min(1).max(255);
const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const codes = z.object({ codes: z.array(text).max(100) });
const substring = z.object({ value: text });
const id = z.object({ value: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });
const whole = z.number().int().min(0).max(POSTGRES_INTEGER_MAX).nullish();
const range = z.object({ min: whole, max: whole });
const one = <const S extends readonly string[]>(words: S) => z.object({ status: z.enum(words) });
/** Pages send the type of their input, which the attribute implies. */
const type = z.string().max(64).optional();
const filterBy = <const A extends string, V extends z.ZodType>(attribute: A, value: V) =>
  z.object({ attribute: z.literal(attribute), type, value });

const runFilter = z.discriminatedUnion("attribute", [
  filterBy("dateRange", z.object({ from: instant.nullish(), to: instant.nullish() })),
  filterBy("dispositionCode", codes),
  filterBy("outcome", codes),
  filterBy("duration", range),
  filterBy("status", one(["completed", "in_progress"])),
  filterBy("tokenUsage", range),
  filterBy("callerNumber", substring),
  filterBy("calledNumber", substring),
  filterBy("runId", id),
  filterBy("workflowId", id),
  filterBy("campaignId", id),
  filterBy("callDirection", one(["inbound", "outbound"])),
  filterBy("callChannel", one(["telephony", "web", "chat"])),
  filterBy("environment", one(["production", "sandbox"])),
]);

type Filter = z.output<typeof runFilter>;
/** Days or instants; a day is one in `timezone`, which is the organization's and which no request sends. */
export type DateRange = Extract<Filter, { attribute: "dateRange" }>["value"] & { timezone?: string };
export type RunFilter =
  | Exclude<Filter, { attribute: "dateRange" }>
  | { attribute: "dateRange"; type?: string | undefined; value: DateRange };

/** The attributes that a list accepts, and what happens to others. */
export interface RunFilterRules {
  attributes: readonly RunFilter["attribute"][];
  others: "refuse" | "ignore";
}

/** The filters for the runs of one agent or one campaign. */
export const RUN_LIST_FILTERS: RunFilterRules = {
  attributes: ["dateRange", "dispositionCode", "duration", "status", "tokenUsage"],
  others: "refuse",
};

/** The filters for all runs of the organization; days are given as `start_date` and `end_date`. */
export const USAGE_LIST_FILTERS: RunFilterRules = {
  attributes: [
    "dispositionCode",
    "outcome",
    "duration",
    "status",
    "callerNumber",
    "calledNumber",
    "runId",
    "workflowId",
    "campaignId",
    "callDirection",
    "callChannel",
    "environment",
  ],
  others: "ignore",
};

/**
 * A filter that a list cannot apply: `invalid` is unreadable, `not_allowed` names an attribute that is not for this
 * list.
 */
export class RunFilterError extends Error {
  override readonly name = "RunFilterError";
  readonly reason: "invalid" | "not_allowed";

  constructor(reason: "invalid" | "not_allowed", message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Reads `filters`, the JSON array of `{attribute, type, value}`; absent or empty filters nothing. Throws `RunFilterError`. */
export const parseRunFilters = (json: string | null | undefined, rules: RunFilterRules): RunFilter[] => {
  if (!json) return [];
  const items = z
    .array(z.looseObject({ attribute: z.string() }))
    .max(50)
    .safeParse(parseJson(json));
  if (!items.success) throw new RunFilterError("invalid", "Invalid filter format");
  const allowed = new Set<string>(rules.attributes);
  const refused = items.data.find(({ attribute }) => !allowed.has(attribute));
  if (refused && rules.others === "refuse") {
    throw new RunFilterError("not_allowed", `This list cannot be filtered by ${refused.attribute}`);
  }
  const filters = z.array(runFilter).safeParse(items.data.filter(({ attribute }) => allowed.has(attribute)));
  if (!filters.success) throw new RunFilterError("invalid", "Invalid filter format");
  return filters.data;
};

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Converts the filter to a condition on `call_runs`. */
export const toCondition = (filter: RunFilter): RawBuilder<boolean> => {
  switch (filter.attribute) {
    case "dateRange":
      return dateCondition(filter.value);
    case "dispositionCode":
      return sql`coalesce(call_runs.disposition, call_runs.outcome) = any(${filter.value.codes.flatMap(listSpellings)})`;
    case "outcome":
      return sql`call_runs.outcome = any(${filter.value.codes})`;
    case "duration":
      return rangeCondition(sql`call_runs.duration_seconds`, filter.value);
    case "status":
      // The condition is written exactly as in the index of unfinished runs.
      return filter.value.status === "completed"
        ? sql`call_runs.state = any(${[...FINAL_CALL_STATES]})`
        : sql`(call_runs.ended_at is null and call_runs.state in ('queued','dialing','ringing','in_progress'))`;
    case "tokenUsage":
      return rangeCondition(TOKENS_USED, filter.value);
    case "callerNumber":
      return numberCondition("caller", filter.value.value);
    case "calledNumber":
      return numberCondition("called", filter.value.value);
    case "runId":
      return sql`call_runs.id = ${filter.value.value}`;
    case "workflowId":
      return sql`call_runs.agent_id = ${filter.value.value}`;
    case "campaignId":
      return sql`call_runs.campaign_id = ${filter.value.value}`;
    case "callDirection":
      return sql`call_runs.direction = ${filter.value.status}`;
    case "callChannel":
      return CHANNELS[filter.value.status];
    case "environment":
      return sql`call_runs.environment = ${filter.value.status}`;
  }
};

/** The tokens of models are counted when a run is settled. */
const TOKENS_USED = sql`coalesce((call_runs.model_usage->>'prompt_tokens')::integer, 0)
  + coalesce((call_runs.model_usage->>'completion_tokens')::integer, 0)`;

const CHANNELS: Record<"telephony" | "web" | "chat", RawBuilder<boolean>> = {
  web: sql`call_runs.mode in ('smallwebrtc', 'webrtc')`,
  chat: sql`call_runs.mode = 'textchat'`,
  telephony: sql`call_runs.mode not in ('smallwebrtc', 'webrtc', 'textchat')`,
};

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

/** Reads the days of filters in the zone of the transaction's organization. */
export const readDaysInZone = async (
  tx: OrganizationTransaction,
  filters: readonly RunFilter[],
): Promise<RunFilter[]> => {
  const { timezone } = await tx.selectFrom("organizations").select("timezone").executeTakeFirstOrThrow();
  if (timezone === null) return [...filters];
  return filters.map((filter) =>
    filter.attribute === "dateRange" ? { ...filter, value: { ...filter.value, timezone } } : filter,
  );
};

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
