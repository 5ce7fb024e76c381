import { defineEntity, p } from "@mikro-orm/core";
import type { AnswerEvidence } from "../../../domain/answerer/answered-by.rules.ts";
import { FINAL_CALL_STATES, OPEN_CALL_STATES } from "../../../domain/call/call-states.rules.ts";
import { TEXT_MODE, WEB_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import type { Evidence } from "../../../domain/conversation/evidence.ts";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import type { RunModelUsage } from "../../../domain/model/model-usage.ts";
import { Agent, AgentVersion } from "../agent/agent.entity.ts";
import { Campaign } from "../campaign/campaign.entity.ts";
import { CampaignContact } from "../campaign/campaign-contact.entity.ts";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { TelephonyAccount } from "../telephony/telephony-account.entity.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { EmbedToken } from "../web-call/embed-token.entity.ts";

/** Why a call waits whose carrier cannot be asked about it. */
export interface CarrierUnreachable {
  /** How often in a row it could not be asked. */
  tries: number;
  /** Without secrets of the account and numbers of people. */
  last_error: string;
  /** ISO 8601. */
  last_tried_at: string;
}

// A type and not an interface: only types are assignable to records.
type AnswerEvidenceJson = { [Field in keyof AnswerEvidence]: AnswerEvidence[Field] };
type EvidenceJson = { [Field in keyof Evidence]: Evidence[Field] };

export type CallRun = Row<typeof CallRun>;
/** How a call ended, as the catalogue prints it in an index. */
const CONCLUSION = "\nCASE\n    WHEN (disposition IS NULL) THEN outcome\n    ELSE disposition\nEND";

export const CallRun = defineEntity({
  name: "CallRun",
  tableName: "call_runs",
  properties: {
    id: id(),
    uuid: p.uuid().unique("call_runs_uuid_key"),
    organization_id: () => organizationId("call_runs"),
    agent_id: () => p.manyToOne(Agent).mapToPk().fieldName("agent_id").foreignKeyName("call_runs_agent_id_fkey"),
    agent_version_id: () =>
      p
        .manyToOne(AgentVersion)
        .mapToPk()
        .fieldName("agent_version_id")
        .foreignKeyName("call_runs_agent_version_id_fkey"),
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("call_runs_campaign_id_fkey")
        .deleteRule("no action")
        .strictNullable(),
    campaign_contact_id: () =>
      p
        .manyToOne(CampaignContact)
        .mapToPk()
        .fieldName("campaign_contact_id")
        .foreignKeyName("call_runs_campaign_contact_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    contact_id: optional.bigint(),
    name: p.text(),
    mode: p.text(),
    direction: p.enum(["inbound", "outbound"]).default("outbound"),
    environment: p.enum([...ENVIRONMENTS]).default("production"),
    state: p.enum([...OPEN_CALL_STATES, ...FINAL_CALL_STATES]).default("queued"),
    outcome: optional.text(),
    disposition: optional.text(),
    attempt: p.integer().default(1),
    telephony_configuration_id: () =>
      p
        .manyToOne(TelephonyAccount)
        .mapToPk()
        .fieldName("telephony_configuration_id")
        .foreignKeyName("call_runs_telephony_configuration_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    provider: optional.text(),
    caller_number: optional.text(),
    called_number: optional.text(),
    /**
     * Of the other side: who calls, is called, or began a session with it. The table sets it when the row is inserted, because the number
     * that is shown changes as a call is dialled, and what an index has should not.
     */
    person_number: optional.text(),
    initial_context: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    gathered_context: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    /** The person's words behind gathered variables; removed with the words of the conversation. */
    evidence: p.json<Record<string, EvidenceJson>>().defaultRaw("'{}'"),
    annotations: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    claim_token: p.uuid().strictNullable(),
    pace_slot_at: optional.time(),
    carrier_requested_at: optional.time(),
    carrier_accepted_at: optional.time(),
    carrier_call_id: optional.text(),
    /** Set while the carrier cannot be asked about the call. */
    carrier_unreachable: p.json<CarrierUnreachable>().strictNullable().default(null),
    /** The carrier's id of an incoming call, set when the row is inserted; null for outgoing calls. */
    inbound_call_id: optional.text(),
    /** One of `ANSWERERS`. */
    answered_by: optional.text(),
    /** Why it is that one. */
    answer_evidence: p.json<AnswerEvidenceJson>().strictNullable(),
    opted_out: p.boolean().default(false),
    started_at: optional.time(),
    answered_at: optional.time(),
    ended_at: optional.time(),
    /** The table sets it when the call has ended: the end, but not before its carrier was asked, whatever clock reported it. */
    over_at: optional.time(),
    /** The number that was shown, for searches of ended calls; the table sets it. */
    caller_number_at_end: optional.text(),
    duration_seconds: optional.integer(),
    /** Carrier cost and model cost together. */
    cost_minor: optional.bigint(),
    /** Null: the call has no price. Calls that ended before migration 0035 have it in `cost_minor` only. */
    carrier_cost_minor: optional.bigint(),
    currency: optional.text(),
    end_reason: optional.text(),
    error: optional.text(),
    created_by: () => createdBy("call_runs"),
    created_at: createdAt(),
    /** Set for runs of campaigns: the workflow that is notified of the end. */
    shard_id: optional.text(),
    /** Set for calls outside campaigns, which are not dialled after this instant. */
    dial_by: optional.time(),
    /** An agent has talked in the call: its words are stored and conclusions are drawn. */
    holds_conversation: p.boolean().default(false),
    /** `expected`: the agent has something to say that only the platform can tell; `given`: the carrier has its greeting. */
    speech: p.enum(["expected", "given"]).strictNullable(),
    artifact_generation: p.integer().default(0),
    /** Of its conversation, once it is concluded; they stay when the words go. */
    turns: optional.integer(),
    interruptions: optional.integer(),
    /** From a person's words to the first sentence of the answer, in milliseconds: the median, and the slowest. */
    answer_ms: optional.integer(),
    slowest_answer_ms: optional.integer(),
    /** Null until the usage of its models is settled. */
    model_usage: p.json<RunModelUsage>().strictNullable(),
    /** The highest cost of the call, until its cost is known. */
    reserved_minor: optional.bigint(),
    reserved_currency: optional.text(),
    /** The highest cost of what its language models may still be asked, in the same currency; null: nothing is held. */
    reserved_model_minor: optional.bigint(),
    /** The highest cost of the models that speak and hear in it, in the same currency; null: nothing is held. */
    reserved_speech_minor: optional.bigint(),
    /** Tells the visitors of an embed token apart; null: no visitor of a page began it. */
    visitor_mark: optional.text(),
    /** Set for web calls that began on an external page. */
    embed_token_id: () =>
      p
        .manyToOne(EmbedToken)
        .mapToPk()
        .fieldName("embed_token_id")
        .foreignKeyName("call_runs_embed_token_id_fkey")
        .deleteRule("set null")
        .strictNullable(),
    /** Set for web calls with audio: a media process speaks and listens for them. */
    carries_audio: p.boolean().default(false),
  },
  uniques: [
    {
      name: "call_runs_inbound_call",
      properties: ["telephony_configuration_id", "inbound_call_id"],
      where: "(inbound_call_id IS NOT NULL)",
    },
  ],
  indexes: [
    {
      name: "call_runs_agent",
      expression: "CREATE INDEX call_runs_agent ON public.call_runs USING btree (agent_id, created_at DESC, id DESC)",
    },
    {
      name: "call_runs_campaign_duration",
      expression:
        "CREATE INDEX call_runs_campaign_duration ON public.call_runs USING btree (campaign_id, duration_seconds DESC, id DESC) WHERE ((campaign_id IS NOT NULL) AND (duration_seconds IS NOT NULL))",
    },
    {
      name: "call_runs_organization",
      expression:
        "CREATE INDEX call_runs_organization ON public.call_runs USING btree (organization_id, created_at DESC NULLS LAST, id DESC NULLS LAST)",
    },
    {
      name: "call_runs_campaign_concluded",
      expression: `CREATE INDEX call_runs_campaign_concluded ON public.call_runs USING btree (campaign_id, (${CONCLUSION}), created_at DESC, id DESC) WHERE ((campaign_id IS NOT NULL) AND (${CONCLUSION} IS NOT NULL))`,
    },
    {
      name: "call_runs_contact",
      expression:
        "CREATE INDEX call_runs_contact ON public.call_runs USING btree (campaign_contact_id, id DESC) WHERE (campaign_contact_id IS NOT NULL)",
    },
    {
      name: "call_runs_organization_concluded",
      expression: `CREATE INDEX call_runs_organization_concluded ON public.call_runs USING btree (organization_id, (${CONCLUSION}), created_at DESC NULLS LAST, id DESC NULLS LAST) WHERE (${CONCLUSION} IS NOT NULL)`,
    },
    {
      name: "call_runs_person",
      expression:
        "CREATE INDEX call_runs_person ON public.call_runs USING btree (organization_id, person_number, id DESC) WHERE (person_number IS NOT NULL)",
    },
    {
      name: "call_runs_breaker",
      properties: ["campaign_id", "ended_at"],
      where: "((campaign_id IS NOT NULL) AND (ended_at IS NOT NULL))",
    },
    {
      name: "call_runs_organization_duration",
      expression:
        "CREATE INDEX call_runs_organization_duration ON public.call_runs USING btree (organization_id, duration_seconds DESC NULLS LAST, id DESC NULLS LAST) WHERE (duration_seconds IS NOT NULL)",
    },
    {
      name: "call_runs_campaign",
      expression:
        "CREATE INDEX call_runs_campaign ON public.call_runs USING btree (campaign_id, created_at DESC, id DESC) WHERE (campaign_id IS NOT NULL)",
    },
    {
      name: "call_runs_agent_duration",
      expression:
        "CREATE INDEX call_runs_agent_duration ON public.call_runs USING btree (agent_id, duration_seconds DESC, id DESC) WHERE (duration_seconds IS NOT NULL)",
    },
    {
      name: "call_runs_agent_concluded",
      expression: `CREATE INDEX call_runs_agent_concluded ON public.call_runs USING btree (agent_id, (${CONCLUSION}), created_at DESC, id DESC) WHERE (${CONCLUSION} IS NOT NULL)`,
    },
    {
      name: "call_runs_over",
      properties: ["organization_id", "over_at"],
      where: "(over_at IS NOT NULL)",
    },
    {
      name: "call_runs_over_number",
      properties: ["organization_id", "called_number", "over_at"],
      where: "(over_at IS NOT NULL)",
    },
    {
      name: "call_runs_over_number_part",
      expression:
        "CREATE INDEX call_runs_over_number_part ON public.call_runs USING gin (called_number gin_trgm_ops, caller_number_at_end gin_trgm_ops) WHERE (ended_at IS NOT NULL)",
    },
    {
      name: "call_runs_unfinished_organization",
      expression:
        "CREATE INDEX call_runs_unfinished_organization ON public.call_runs USING btree (organization_id, created_at DESC, id DESC) WHERE (ended_at IS NULL)",
    },
    {
      name: "call_runs_unfinished_single",
      properties: ["created_at"],
      where: "((ended_at IS NULL) AND (campaign_id IS NULL) AND (called_number IS NOT NULL))",
    },
    {
      name: "call_runs_unfinished_text",
      properties: ["id"],
      where: `((ended_at IS NULL) AND (mode = '${TEXT_MODE}'::text))`,
    },
    {
      name: "call_runs_unfinished_web",
      properties: ["id"],
      where: `((ended_at IS NULL) AND (mode = '${WEB_MODE}'::text))`,
    },
    {
      name: "call_runs_embed_token",
      properties: ["embed_token_id", "created_at"],
      where: "(embed_token_id IS NOT NULL)",
    },
  ],
  policies: [tenantPolicy],
});
