import { defineEntity, p } from "@mikro-orm/core";
import { CAMPAIGN_SOURCES } from "../../../domain/campaign/campaign-source.ts";
import type { Moment } from "../../../domain/campaign/campaign-span.ts";
import { CAMPAIGN_STATES } from "../../../domain/campaign/campaign-states.rules.ts";
import type { CircuitBreakerConfig } from "../../../domain/campaign/circuit-breaker.rules.ts";
import { MOST_CALLS_AT_ONCE } from "../../../domain/campaign/concurrency.rules.ts";
import { DAILY_QUOTAS } from "../../../domain/campaign/daily-quota.rules.ts";
import { ENROLMENTS, USUAL_ENROLMENT } from "../../../domain/campaign/enrolment.ts";
import type { Recurrence } from "../../../domain/campaign/recurrence.ts";
import type { RetryConfig } from "../../../domain/campaign/retry.rules.ts";
import type { VersionGuard } from "../../../domain/campaign/version-guard.rules.ts";
import type { VersionPlan } from "../../../domain/campaign/version-plan.rules.ts";
import { CONTACT_ORDERS, USUAL_CONTACT_ORDER } from "../../../domain/contact/priority.ts";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { CALLER_ID_STRATEGIES } from "../../../domain/number/caller-id.ts";
import { User } from "../access/user.entity.ts";
import { Agent, AgentVersion } from "../agent/agent.entity.ts";
import { ContactList } from "../contact/contact-list.entity.ts";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";

// Types and not interfaces: only types are assignable to records, which log entries and answers take.
type RetryJson = { [Setting in keyof RetryConfig]: RetryConfig[Setting] };
type CircuitBreakerJson = { [Setting in keyof CircuitBreakerConfig]: CircuitBreakerConfig[Setting] };

type VersionPlanJson = { [Field in keyof VersionPlan]: VersionPlan[Field] };
type VersionGuardJson = { [Setting in keyof VersionGuard]: VersionGuard[Setting] };

type RecurrenceJson = { [Setting in keyof Recurrence]: Recurrence[Setting] };

type SegmentJson = { id: string; name: string; where: string };
type BudgetJson = { total_minor: number; currency: string };
type BudgetWaitJson = { until: string | null; says: string };

type ScheduleJson = {
  enabled: boolean;
  timezone: string;
  slots: { day_of_week: number; start_time: string; end_time: string }[];
  holidays?: string[] | undefined;
  holiday_calendar?: string | undefined;
};

export type Campaign = Row<typeof Campaign>;
export const Campaign = defineEntity({
  name: "Campaign",
  tableName: "campaigns",
  properties: {
    id: id(),
    organization_id: () => organizationId("campaigns"),
    name: p.text(),
    state: p.enum([...CAMPAIGN_STATES]).default("draft"),
    agent_id: () => p.manyToOne(Agent).mapToPk().fieldName("agent_id").foreignKeyName("campaigns_agent_id_fkey"),
    agent_version_id: () =>
      p
        .manyToOne(AgentVersion)
        .mapToPk()
        .fieldName("agent_version_id")
        .foreignKeyName("campaigns_agent_version_id_fkey")
        .deleteRule("no action")
        .strictNullable(),
    source_type: p.enum([...CAMPAIGN_SOURCES]),
    source_id: p.text(),
    contact_list_id: () =>
      p
        .manyToOne(ContactList)
        .mapToPk()
        .fieldName("contact_list_id")
        .foreignKeyName("campaigns_contact_list_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("campaigns_telephony_configuration_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    environment: p.enum([...ENVIRONMENTS]).default("production"),
    retry_config: p.json<RetryJson>(),
    schedule_config: p.json<ScheduleJson>().strictNullable(),
    circuit_breaker: p.json<CircuitBreakerJson>(),
    breaker_reset_at: optional.time(),
    max_concurrency: optional.integer(),
    consent_attested_at: optional.time(),
    consent_attested_by: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("consent_attested_by")
        .foreignKeyName("campaigns_consent_attested_by_fkey")
        .deleteRule("no action")
        .strictNullable(),
    parent_campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("parent_campaign_id")
        .foreignKeyName("campaigns_parent_campaign_id_fkey")
        .deleteRule("no action")
        .unique("campaigns_parent_campaign_id_key")
        .strictNullable(),
    redial_outcomes: p.array().strictNullable(),
    /** Set for back-fills: the campaign whose contacts it calls once more, and the span of the outage. */
    back_fills_campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("back_fills_campaign_id")
        .foreignKeyName("campaigns_back_fills_campaign_id_fkey")
        .deleteRule("no action")
        .strictNullable(),
    back_fill_from: optional.time(),
    back_fill_to: optional.time(),
    /** It is shown no more; its rows go. */
    deleted_at: optional.time(),
    redial_request_id: p.uuid().strictNullable(),
    failure_reason: optional.text(),
    contact_timezones: p.array().defaultRaw("'{}'"),
    /** Those that its contacts have. */
    contact_priorities: p.array(Number, String).columnType("integer[]").defaultRaw("'{0}'"),
    snapshot_at: optional.time(),
    created_by: () => createdBy("campaigns"),
    created_at: createdAt(),
    started_at: optional.time(),
    completed_at: optional.time(),
    /** The uuid of the request that created it; null for redials. */
    request_uuid: p.uuid().strictNullable(),
    budget: p.json<BudgetJson>().strictNullable(),
    /** Set while a budget stops it. */
    budget_wait: p.json<BudgetWaitJson>().strictNullable(),
    /** Null: the account's strategy applies. */
    caller_id_strategy: p
      .enum([...CALLER_ID_STRATEGIES])
      .strictNullable()
      .default(null),
    /** Null: everybody is called with the published version. */
    version_plan: p.json<VersionPlanJson>().strictNullable().default(null),
    version_guard: p.json<VersionGuardJson>().strictNullable().default(null),
    starts_at: p.json<Moment>().strictNullable().default(null),
    ends_at: p.json<Moment>().strictNullable().default(null),
    /** Set where it makes another campaign at each time of a rule, and dials nobody itself. */
    recurrence: p.json<RecurrenceJson>().strictNullable().default(null),
    /** Set for a campaign of such a time: the one that made it, and what the clock of its zone showed. */
    recurs_campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("recurs_campaign_id")
        .foreignKeyName("campaigns_recurs_campaign_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    recurs_at: optional.text(),
    /** The part of the list that it calls, as it was when the campaign was made; null: the whole list. */
    segment: p.json<SegmentJson>().strictNullable().default(null),
    /** The most attempts of a day in its zone; null: as many as there are. */
    daily_quota: optional.integer(),
    order: p.enum([...CONTACT_ORDERS]).default(USUAL_CONTACT_ORDER),
    /** The expression by which `hottest` orders; null: another order. */
    order_by: optional.text(),
    enrolment: p.enum([...ENROLMENTS]).default(USUAL_ENROLMENT),
    /** The newest contact of the list that was looked at. */
    enrolled_to: optional.bigint(),
    /** Since then nobody joins any more. */
    enrolment_ended_at: optional.time(),
    /** The last contact who has joined by then. */
    enrolment_ends_with: optional.bigint(),
    /** While it is scheduled: before this instant the start has come on no contact's clock. */
    begins_at: optional.time(),
    /** The newest version of what follows its calls; null: it has no journey. */
    journey_version: optional.integer(),
    /** When steps of its journey were last worked on. */
    journey_worked_at: optional.time(),
    /** Who answers people who write back to its texts; null: the number's agent, else the account's. */
    text_agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("text_agent_id")
        .foreignKeyName("campaigns_text_agent_id_fkey")
        .deleteRule("set null")
        .strictNullable()
        .default(null),
  },
  uniques: [
    { name: "campaigns_back_fill", properties: ["back_fills_campaign_id", "back_fill_from", "back_fill_to"] },
    { name: "campaigns_request", properties: ["organization_id", "request_uuid"], where: "(request_uuid IS NOT NULL)" },
  ],
  indexes: [
    {
      name: "campaigns_not_over",
      properties: ["organization_id", "state"],
      where: "(state = ANY (ARRAY['running'::text, 'paused'::text, 'failed'::text]))",
    },
    { name: "campaigns_contact_list", properties: ["contact_list_id"], where: "(contact_list_id IS NOT NULL)" },
    {
      name: "campaigns_organization",
      expression: "CREATE INDEX campaigns_organization ON public.campaigns USING btree (organization_id, id DESC)",
    },
    {
      name: "campaigns_live",
      properties: ["id"],
      where: "(state = ANY (ARRAY['running'::text, 'paused'::text, 'failed'::text]))",
    },
    {
      name: "campaigns_occurrence",
      expression:
        "CREATE UNIQUE INDEX campaigns_occurrence ON public.campaigns USING btree (recurs_campaign_id, recurs_at) WHERE (recurs_campaign_id IS NOT NULL)",
    },
    { name: "campaigns_text_agent", properties: ["text_agent_id"], where: "(text_agent_id IS NOT NULL)" },
    { name: "campaigns_journey", properties: ["id"], where: "(journey_version IS NOT NULL)" },
    { name: "campaigns_scheduled", properties: ["begins_at"], where: "(state = 'scheduled'::text)" },
  ],
  checks: [
    {
      name: "campaigns_daily_quota_check",
      expression: `(daily_quota >= ${DAILY_QUOTAS.least}) AND (daily_quota <= ${DAILY_QUOTAS.most})`,
    },
    {
      name: "campaigns_max_concurrency_check",
      expression: `(max_concurrency >= 1) AND (max_concurrency <= ${MOST_CALLS_AT_ONCE})`,
    },
  ],
  policies: [tenantPolicy],
});
