import { z } from "zod";
import { readDimension, readMeasure } from "../../../domain/analytics/measures.rules.ts";
import { ANSWERERS } from "../../../domain/answerer/answered-by.rules.ts";
import { CHANNELS } from "../../../domain/call/modes-and-channels.rules.ts";
import { timeZone } from "../../../domain/time/time-zone-field.ts";
import type { OrganizationTransaction } from "../database.ts";

export const POSTGRES_INTEGER_MAX = 2_147_483_647;

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

const dimension = text.refine((written) => readDimension(written) !== null);
const measure = text.refine((written) => readMeasure(written) !== null);

const runFilter = z.discriminatedUnion("attribute", [
  filterBy("dateRange", z.object({ from: instant.nullish(), to: instant.nullish() })),
  filterBy("dispositionCode", codes),
  filterBy("outcome", codes),
  filterBy("answeredBy", z.object({ codes: z.array(z.enum(ANSWERERS)).max(ANSWERERS.length) })),
  filterBy("duration", range),
  filterBy("status", one(["completed", "in_progress"])),
  filterBy("tokenUsage", range),
  filterBy("callerNumber", substring),
  filterBy("calledNumber", substring),
  filterBy("phoneNumber", substring),
  filterBy("runId", id),
  filterBy("workflowId", id),
  filterBy("campaignId", id),
  filterBy("definitionId", id),
  filterBy("callDirection", one(["inbound", "outbound"])),
  filterBy("callChannel", one(CHANNELS)),
  filterBy("environment", one(["production", "sandbox"])),
  // The calls behind a figure of analytics: those with a value of a dimension, and those that a measure counts.
  filterBy("dimension", z.object({ by: dimension, is: z.string().max(255).nullable(), timezone: timeZone.optional() })),
  filterBy("measure", z.object({ of: measure })),
]);

const ATTRIBUTES: ReadonlySet<string> = new Set(runFilter.options.flatMap(({ shape }) => [...shape.attribute.values]));

type Filter = z.output<typeof runFilter>;
/** Days or instants; a day is one in `timezone`, which is the organization's and which no request sends. */
export type DateRange = Extract<Filter, { attribute: "dateRange" }>["value"] & { timezone?: string };
export type RunFilter =
  | Exclude<Filter, { attribute: "dateRange" }>
  | { attribute: "dateRange"; type?: string | undefined; value: DateRange };

/** The attributes that a list accepts, and how the attributes of other lists are refused. */
export interface RunFilterRules {
  attributes: readonly RunFilter["attribute"][];
  others: Extract<FilterFault, "not_allowed" | "not_applicable">;
  /** What to write instead of an attribute of another list. */
  instead?: Partial<Record<RunFilter["attribute"], string>>;
}

/** The filters for the runs of one agent or one campaign; published clients know others as forbidden. */
export const RUN_LIST_FILTERS: RunFilterRules = {
  attributes: ["dateRange", "dispositionCode", "duration", "status", "tokenUsage", "definitionId"],
  others: "not_allowed",
};

/** The filters for all runs of the organization; days are given as `start_date` and `end_date`. */
export const USAGE_LIST_FILTERS: RunFilterRules = {
  attributes: [
    "dispositionCode",
    "outcome",
    "answeredBy",
    "duration",
    "status",
    "callerNumber",
    "calledNumber",
    "phoneNumber",
    "runId",
    "workflowId",
    "campaignId",
    "definitionId",
    "callDirection",
    "callChannel",
    "environment",
    "dimension",
    "measure",
  ],
  others: "not_applicable",
  instead: {
    dateRange: "send start_date and end_date",
    tokenUsage: "ask for the runs of one agent or one campaign",
  },
};

type FilterFault = "invalid" | "unknown" | "not_allowed" | "not_applicable";

/**
 * A filter that a list cannot apply: `invalid` is unreadable, `unknown` names an attribute that no list has, `not_allowed` and
 * `not_applicable` one that is not for this list.
 */
export class RunFilterError extends Error {
  override readonly name = "RunFilterError";
  readonly reason: FilterFault;

  constructor(reason: FilterFault, message: string) {
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
  const mistyped = items.data.find(({ attribute }) => !ATTRIBUTES.has(attribute));
  if (mistyped)
    throw new RunFilterError(
      "unknown",
      `No list can be filtered by this attribute: use ${rules.attributes.join(", ")}`,
    );
  const refused = items.data.find(({ attribute }) => !allowed.has(attribute));
  if (refused) throw new RunFilterError(rules.others, describeRefusal(refused.attribute, rules));
  const filters = z.array(runFilter).safeParse(items.data);
  if (!filters.success) throw new RunFilterError("invalid", "Invalid filter format");
  return filters.data;
};

const describeRefusal = (attribute: string, { instead = {} }: RunFilterRules): string => {
  const hint = new Map<string, string | undefined>(Object.entries(instead)).get(attribute);
  return `This list cannot be filtered by ${attribute}${hint === undefined ? "" : `: ${hint}`}`;
};

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

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
