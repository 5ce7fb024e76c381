import { z } from "zod";
import { OTHER_PAGE_ROWS } from "../../domain/access/list-pages.ts";
import { REPORT_FORMATS, USUAL_REPORT_FORMAT } from "../../domain/call/call-report.ts";
import { CAMPAIGN_SOURCES, findSourceFaults } from "../../domain/campaign/campaign-source.ts";
import { CAMPAIGN_STATES } from "../../domain/campaign/campaign-states.rules.ts";
import { REPORT_ROWS, USUAL_REPORT_ROWS } from "../../domain/campaign/contact-report.ts";
import { ENROLMENTS, explainNoJoining, USUAL_ENROLMENT } from "../../domain/campaign/enrolment.ts";
import { explainOrder } from "../../domain/campaign/hottest-first.ts";
import { REDIAL_DEFAULTS, REDIAL_REASONS } from "../../domain/campaign/redial.rules.ts";
import { CONTACT_ORDERS, USUAL_CONTACT_ORDER } from "../../domain/contact/priority.ts";
import { ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import { runQueryFields } from "../calls/run-query.schemas.ts";
import { runAnswer } from "../calls/runs.schemas.ts";
import { booleanParameter, idField, idParameter, nullableTime, optional, time, withDefault } from "../http/fields.ts";
import { limitOf, pageFields, pageQuery } from "../http/pagination.ts";
import { campaignBudget, campaignBudgetAnswer } from "../organizations/budget.schemas.ts";
import { callerIdStrategy } from "../telephony/telephony.schemas.ts";
import { plannedVersionsAnswer, versionGuard, versionGuardAnswer, versionWeights } from "../versions-side-by-side.ts";
import { backFillAnswer } from "./back-fill.schemas.ts";
import { campaignWarning } from "./forecast.schemas.ts";
import { journeyBody } from "./journey.schemas.ts";
import {
  campaignName,
  circuitBreaker,
  circuitBreakerAnswer,
  circuitBreakerChanges,
  DAILY_QUOTA,
  dailyQuota,
  ENDS_AT,
  ENROLMENT,
  maxConcurrency,
  moment,
  momentAnswer,
  ORDER,
  orderExpression,
  RECURRENCE,
  recurrence,
  recurrenceAnswer,
  retryAnswer,
  retryConfig,
  retryConfigChanges,
  STARTS_AT,
  scheduleAnswer,
  scheduleConfig,
  segmentAnswer,
  TEXT_AGENT,
} from "./settings.schemas.ts";

const campaignState = z.enum(CAMPAIGN_STATES);

export const campaignParams = z.object({ campaign_id: idParameter });

export const createCampaignBody = z
  .strictObject({
    name: campaignName,
    workflow_id: idField.meta({ description: "The agent" }),
    contact_list_id: optional(idField),
    segment_id: optional(z.uuid()).meta({
      description: "A segment of the list: who it is true of at the start, or when they join; absent: the whole list",
    }),
    source_type: optional(z.enum(CAMPAIGN_SOURCES)),
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
    text_workflow_id: optional(idField).meta({ description: TEXT_AGENT }),
    versions: optional(versionWeights).meta({
      description: "Versions of the agent side by side; absent: everybody is called with the published one",
    }),
    guard: optional(versionGuard).meta({ description: "Stops a version that is surely worse than the others" }),
    starts_at: optional(moment).meta({ description: STARTS_AT }),
    ends_at: optional(moment).meta({ description: ENDS_AT }),
    recurrence: optional(recurrence).meta({ description: RECURRENCE }),
    enrolment: withDefault(z.enum(ENROLMENTS), USUAL_ENROLMENT).meta({ description: ENROLMENT }),
    daily_quota: optional(dailyQuota).meta({ description: DAILY_QUOTA }),
    order: withDefault(z.enum(CONTACT_ORDERS), USUAL_CONTACT_ORDER).meta({ description: ORDER }),
    order_by: optional(orderExpression),
    journey: optional(journeyBody).meta({ description: "What follows its calls; absent: nothing" }),
    consent_attested: withDefault(z.boolean(), false),
  })
  .superRefine((source, check) => {
    for (const { field, message } of findSourceFaults(source))
      check.addIssue({ code: "custom", path: [field], message });
  })
  .superRefine(({ enrolment, recurrence: rhythm, source_type: source }, check) => {
    const message = explainNoJoining({ enrolment, isRecurring: rhythm !== undefined, source });
    if (message !== null) check.addIssue({ code: "custom", path: ["enrolment"], message });
  })
  .superRefine(({ order, order_by: expression }, check) => {
    const message = explainOrder(order, expression ?? null);
    if (message !== null) check.addIssue({ code: "custom", path: ["order_by"], message });
  })
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
  "daily_quota",
  "segment_id",
  "text_workflow_id",
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
    segment_id: optional(z.uuid()).meta({ description: "A segment of the list; once live: of those who join later" }),
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
    text_workflow_id: optional(idField).meta({ description: TEXT_AGENT }),
    versions: optional(versionWeights).meta({
      description:
        "All of them; who was called before keeps their version as long as it is among these, and the guard compares anew",
    }),
    guard: optional(versionGuard),
    starts_at: optional(moment).meta({ description: "Until the campaign has begun" }),
    ends_at: optional(moment).meta({ description: "From when nobody is called any more" }),
    enrolment: optional(z.enum(ENROLMENTS)).meta({ description: "Until the campaign has begun" }),
    daily_quota: optional(dailyQuota),
    order: optional(z.enum(CONTACT_ORDERS)).meta({ description: "Until the campaign has begun" }),
    order_by: optional(orderExpression).meta({
      description: "The expression of the order hottest, until the campaign has begun",
    }),
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
    retry_on_voicemail: withDefault(z.boolean(), REDIAL_DEFAULTS.retry_on_voicemail),
    retry_on_no_answer: withDefault(z.boolean(), REDIAL_DEFAULTS.retry_on_no_answer),
    retry_on_busy: withDefault(z.boolean(), REDIAL_DEFAULTS.retry_on_busy),
    retry_on_failed: withDefault(z.boolean(), REDIAL_DEFAULTS.retry_on_failed).meta({
      description: "Also contacts whose latest call failed, was canceled, or whose end the carrier never told",
    }),
    retry_config: optional(retryConfigChanges),
    start: withDefault(z.boolean(), REDIAL_DEFAULTS.start),
  })
  .refine((body) => REDIAL_REASONS.some((reason) => body[`retry_on_${reason}`]), {
    path: ["retry_on_no_answer"],
    message: `Choose at least one reason: ${REDIAL_REASONS.map((reason) => `retry_on_${reason}`).join(", ")}`,
  });

export const listCampaignsQuery = z.object({
  limit: limitOf(OTHER_PAGE_ROWS.campaigns),
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
  rows: withDefault(z.enum(REPORT_ROWS), USUAL_REPORT_ROWS).meta({
    description:
      "`calls`: one row for each call that has ended. `contacts`: one for each contact of the campaign, with its last call, or why it was not called",
  }),
  format: withDefault(z.enum(REPORT_FORMATS), USUAL_REPORT_FORMAT),
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
    environment: z.enum(ENVIRONMENTS),
    source_type: z.string(),
    source_id: z.string(),
    contact_list_id: z.number().int().nullable(),
    segment: segmentAnswer,
    total_rows: z.number().int().nullable(),
    processed_rows: z.number().int(),
    failed_rows: z.number().int(),
    created_at: time,
    starts_at: momentAnswer.nullable(),
    ends_at: momentAnswer.nullable(),
    daily_quota: dailyQuota.nullable().meta({ description: "The most attempts of a day in its zone; null: no limit" }),
    order: z.enum(CONTACT_ORDERS),
    order_by: z.string().nullable().meta({ description: "The expression of the order hottest" }),
    enrolment: z.enum(ENROLMENTS),
    enrolment_ended_at: nullableTime.meta({ description: "Since when nobody joins a live campaign any more" }),
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
    text_workflow_id: z.number().int().nullable().meta({ description: TEXT_AGENT }),
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
