import { z } from "zod";
import { CAMPAIGN_STATES } from "../../domain/campaign/campaign.rules.ts";
import { REDIAL_REASONS } from "../../domain/campaign/redial.rules.ts";
import { runQueryFields } from "../calls/run-query.schemas.ts";
import { runAnswer } from "../calls/runs.schemas.ts";
import { booleanParameter, idField, idParameter, nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { pageFields, pageQuery } from "../http/pagination.ts";
import { campaignBudget, campaignBudgetAnswer } from "../organizations/budget.schemas.ts";
import { callerIdStrategy } from "../telephony/telephony.schemas.ts";
import { plannedVersionsAnswer, versionGuard, versionGuardAnswer, versionWeights } from "../versions-side-by-side.ts";
import { backFillAnswer } from "./back-fill.schemas.ts";
import { campaignWarning } from "./forecast.schemas.ts";
import {
  campaignName,
  circuitBreaker,
  circuitBreakerAnswer,
  circuitBreakerChanges,
  maxConcurrency,
  moment,
  momentAnswer,
  recurrence,
  recurrenceAnswer,
  retryAnswer,
  retryConfig,
  retryConfigChanges,
  scheduleAnswer,
  scheduleConfig,
} from "./settings.schemas.ts";

export const campaignStates = CAMPAIGN_STATES;
const campaignState = z.enum(campaignStates);

export const campaignParams = z.object({ campaign_id: idParameter });

interface Source {
  contact_list_id?: number | undefined;
  source_type?: string | undefined;
  source_id?: string | undefined;
}

/** Requires either a list or a file, and not both. */
const requireOneSource = (source: Source, context: z.RefinementCtx): void => {
  const fault = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  const { contact_list_id: listId, source_id: sourceId, source_type: type } = source;
  if (type === "csv") {
    if (listId !== undefined) fault("contact_list_id", "Give a contact list or a file, not both");
    if (sourceId === undefined) fault("source_id", "Give the object_store_key of the uploaded file");
  } else if (listId !== undefined) {
    if (sourceId !== undefined && sourceId !== String(listId)) fault("source_id", "Names another contact list");
  } else if (sourceId === undefined) {
    fault("contact_list_id", "Give a contact list, or source_type csv with source_id");
  } else if (type === undefined) {
    fault("source_type", "Send source_type with source_id: contact_list or csv");
  } else if (!/^[1-9]\d{0,14}$/.test(sourceId)) {
    fault("source_id", "Give the id of a contact list");
  }
};

const STARTS_AT = "When it begins once it was started: until then it is `scheduled`; absent: at once";
const RECURRENCE =
  "It dials nobody itself: once started it makes a campaign of its settings at each time, for whom its list holds then";
const ENDS_AT = "From when nobody is called any more; calls in progress end by themselves";

export const createCampaignBody = z
  .strictObject({
    name: campaignName,
    workflow_id: idField.meta({ description: "The agent" }),
    contact_list_id: optional(idField),
    source_type: optional(z.enum(["contact_list", "csv"])),
    source_id: optional(z.string().min(1).max(1024)).meta({
      description: "For `csv`: the object_store_key of the uploaded file; for `contact_list`: the list's id as text",
    }),
    telephony_configuration_id: optional(idField),
    retry_config: optional(retryConfig),
    max_concurrency: optional(maxConcurrency),
    schedule_config: optional(scheduleConfig),
    circuit_breaker: optional(circuitBreaker),
    budget: optional(campaignBudget),
    caller_id_strategy: optional(callerIdStrategy).meta({ description: "Absent: the carrier account's" }),
    versions: optional(versionWeights).meta({
      description: "Versions of the agent side by side; absent: everybody is called with the published one",
    }),
    guard: optional(versionGuard).meta({ description: "Stops a version that is surely worse than the others" }),
    starts_at: optional(moment).meta({ description: STARTS_AT }),
    ends_at: optional(moment).meta({ description: ENDS_AT }),
    recurrence: optional(recurrence).meta({ description: RECURRENCE }),
    consent_attested: withDefault(z.boolean(), false),
  })
  .superRefine(requireOneSource)
  .superRefine(({ recurrence: rhythm, starts_at, ends_at, source_type }, check) => {
    if (!rhythm) return;
    const fault = (field: string, message: string) => check.addIssue({ code: "custom", path: [field], message });
    if (starts_at || ends_at)
      fault("recurrence", "A rule has its own times: leave starts_at and ends_at out, and end it with UNTIL");
    if (source_type === "csv") fault("recurrence", "A file never changes: import it into a list, and call that");
  });

/** The settings that a campaign can be without. */
const UNSETTABLE = [
  "max_concurrency",
  "schedule_config",
  "budget",
  "caller_id_strategy",
  "versions",
  "guard",
  "starts_at",
  "ends_at",
  "recurrence",
] as const;

export const cloneCampaignBody = z.strictObject({
  name: optional(campaignName).meta({ description: "Absent: the name of the campaign, with (copy)" }),
  contact_list_id: optional(idField).meta({ description: "Absent: the same contacts" }),
});

export const deleteCampaignQuery = z.object({ with_calls: withDefault(booleanParameter, false) });

export const campaignDeletedAnswer = z
  .object({ success: z.boolean(), removal_id: z.uuid().nullable() })
  .meta({ id: "DeletedCampaign" });

const ofDrafts = { description: "In a draft alone" };

export const updateCampaignBody = z
  .strictObject({
    name: optional(campaignName),
    workflow_id: optional(idField).meta(ofDrafts),
    contact_list_id: optional(idField).meta({
      description: "In a draft alone; consent has to be attested anew",
    }),
    telephony_configuration_id: optional(idField).meta(ofDrafts),
    retry_config: optional(retryConfigChanges),
    max_concurrency: optional(maxConcurrency),
    schedule_config: optional(scheduleConfig),
    circuit_breaker: optional(circuitBreakerChanges),
    budget: optional(campaignBudget),
    caller_id_strategy: optional(callerIdStrategy),
    versions: optional(versionWeights).meta({
      description:
        "All of them; who was called before keeps their version as long as it is among these, and the guard compares anew",
    }),
    guard: optional(versionGuard),
    starts_at: optional(moment).meta({ description: "Until the campaign has begun" }),
    ends_at: optional(moment).meta({ description: "From when nobody is called any more" }),
    recurrence: optional(recurrence).meta({ description: "In a draft, or in place of the rule of a scheduled one" }),
    unset: withDefault(z.array(z.enum(UNSETTABLE)).max(UNSETTABLE.length), []).meta({
      description: "Settings that the campaign has none of from now on, such as its own budget",
    }),
  })
  .superRefine(({ unset, ...settings }, refinement) => {
    for (const name of unset.filter((setting) => settings[setting] !== undefined)) {
      refinement.addIssue({ code: "custom", path: ["unset"], message: `${name} is given and unset: send one of both` });
    }
  });

export const startCampaignBody = z.strictObject({ consent_attested: withDefault(z.boolean(), false) });

export const redialCampaignBody = z
  .strictObject({
    name: optional(campaignName),
    retry_on_voicemail: withDefault(z.boolean(), true),
    retry_on_no_answer: withDefault(z.boolean(), true),
    retry_on_busy: withDefault(z.boolean(), true),
    retry_on_failed: withDefault(z.boolean(), true).meta({
      description: "Also contacts whose latest call failed, was canceled, or whose end the carrier never told",
    }),
    retry_config: optional(retryConfigChanges),
    start: withDefault(z.boolean(), true),
  })
  .refine((body) => REDIAL_REASONS.some((reason) => body[`retry_on_${reason}`]), {
    path: ["retry_on_no_answer"],
    message: `Choose at least one reason: ${REDIAL_REASONS.map((reason) => `retry_on_${reason}`).join(", ")}`,
  });

export const listCampaignsQuery = z.object({
  limit: withDefault(z.coerce.number().int().min(1).max(100), 100),
  cursor: optional(z.string().max(64)).meta({ description: "`next_cursor` of the page before" }),
  before_id: optional(idParameter).meta({ description: "Campaigns older than this one" }),
  state: optional(campaignState),
  contact_list_id: optional(idParameter).meta({ description: "Campaigns that call this list" }),
  recurs_campaign_id: optional(idParameter).meta({ description: "Campaigns that this recurring one has made" }),
  q: optional(z.string().trim().max(255)).meta({ description: "Part of the name" }),
  with_progress: withDefault(booleanParameter, false).meta({ description: "true: each with its progress" }),
});

const dayOrInstant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const reportQuery = z.object({
  rows: withDefault(z.enum(["calls", "contacts"]), "calls").meta({
    description:
      "`calls`: one row for each call that has ended. `contacts`: one for each contact of the campaign, with its last call, or why it was not called",
  }),
  format: withDefault(z.enum(["csv", "xlsx"]), "csv"),
  start_date: optional(dayOrInstant),
  end_date: optional(dayOrInstant).meta({
    description: "Inclusive; a date without a time is a whole day in the organization's zone",
  }),
});

export const runsQuery = z.object({
  ...pageQuery,
  ...runQueryFields,
  sort_by: withDefault(z.enum(["created_at", "duration"]), "created_at"),
  sort_order: withDefault(z.enum(["asc", "desc"]), "desc"),
  filters: optional(z.string()).meta({
    description: "JSON array of {attribute, type, value}; dates without a time are days in the organization's zone",
  }),
});

const logEntry = z.object({
  ts: time,
  level: z.string(),
  event: z.string(),
  message: z.string(),
  actor: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
});

export const campaignAnswer = z
  .object({
    id: z.number().int(),
    name: z.string(),
    workflow_id: z.number().int(),
    workflow_name: z.string(),
    state: campaignState,
    environment: z.enum(["production", "sandbox"]),
    source_type: z.string(),
    source_id: z.string(),
    contact_list_id: z.number().int().nullable(),
    total_rows: z.number().int().nullable(),
    processed_rows: z.number().int(),
    failed_rows: z.number().int(),
    created_at: time,
    starts_at: momentAnswer.nullable(),
    ends_at: momentAnswer.nullable(),
    recurrence: recurrenceAnswer.nullable(),
    recurs_campaign_id: z.number().int().nullable().meta({ description: "The recurring campaign that made it" }),
    recurs_at: z.string().nullable().meta({ description: "The time for which it was made, on the clock of its rule" }),
    begins_at: nullableTime.meta({
      description: "Of a scheduled one: when its start comes on the first clock among its contacts",
    }),
    started_at: nullableTime,
    completed_at: nullableTime,
    retry_config: retryAnswer,
    max_concurrency: z.number().int().nullable(),
    schedule_config: scheduleAnswer.nullable(),
    circuit_breaker: circuitBreakerAnswer,
    budget: campaignBudgetAnswer
      .nullable()
      .meta({ description: "The limit for the cost of its calls; null: no limit of its own" }),
    caller_id_strategy: callerIdStrategy.nullable().meta({ description: "null: the carrier account's" }),
    versions: plannedVersionsAnswer
      .nullable()
      .meta({ description: "null: everybody is called with the published version" }),
    guard: versionGuardAnswer.nullable(),
    executed_count: z.number().int(),
    total_queued_count: z.number().int(),
    parent_campaign_id: z.number().int().nullable(),
    redialed_campaign_id: z.number().int().nullable(),
    back_fill: backFillAnswer.nullable(),
    back_filled_by: z.array(z.number().int()),
    telephony_configuration_id: z.number().int().nullable(),
    telephony_configuration_name: z.string().nullable(),
    consent_attested_at: nullableTime,
    consent_attested_by: z.number().int().nullable(),
    failure_reason: z.string().nullable(),
    pause: z
      .object({ at: time, actor: z.string(), event: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Who or what paused it and why, while it is paused" }),
    logs: z.array(logEntry),
    rehearsal: z
      .object({
        rehearsal_id: z.number().int(),
        version_number: z.number().int(),
        passed: z.boolean().meta({ description: "Whether everything in it was green" }),
        ended_at: nullableTime,
      })
      .meta({ id: "CampaignRehearsal" })
      .nullish()
      .meta({
        description:
          "The last rehearsal of exactly the version that it calls with; null: there was none; lists leave it out",
      }),
    warnings: z.array(z.string()).optional().meta({
      description: "Given by create and start: contacts that will not be called, and budgets that may not suffice",
    }),
    warning_details: z.array(campaignWarning).optional(),
  })
  .meta({ id: "Campaign" });

export const runListAnswer = z.object({ runs: z.array(runAnswer), ...pageFields }).meta({ id: "CampaignRuns" });
