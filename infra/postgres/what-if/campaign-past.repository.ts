import { sql } from "kysely";
import { FINAL_CAMPAIGN_STATES } from "../../../domain/campaign/campaign-states.rules.ts";
import { UNFINISHED_CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import type { RecordedPolicy } from "../../../domain/record/entry-facts.ts";
import { IS_ATTEMPT } from "../call/counted-attempts.ts";
import type { Campaign } from "../campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";
import { markOf } from "../privacy/mark-keys.ts";

/** A contact of a campaign, with what keeps it from being called. */
export interface PastContact {
  id: number;
  phoneNumber: string;
  timezone: string;
  /** It waits for a call, or has one: the campaign is not done with it. */
  waits: boolean;
  /** Why a rule left it; null: none did. */
  leftFor: string | null;
  /** When the number came on the organization's list; null: it is not there. */
  listedAt: Date | null;
  attributes: Record<string, unknown>;
  /** As it is recorded today. */
  consent: string;
}

/** Reads a page of a campaign's contacts in the order in which they are claimed first. */
export const listPastContacts = async (
  tx: OrganizationTransaction,
  { campaignId, afterId, limit }: { campaignId: number; afterId: number; limit: number },
): Promise<PastContact[]> => {
  const { rows } = await sql<PastContact>`
    select c.id, c.phone_number as "phoneNumber", c.timezone,
      c.state in (${literals(UNFINISHED_CONTACT_STATES)}) as waits,
      case when c.last_outcome like 'blocked%' then c.last_outcome end as "leftFor",
      (select min(d.created_at) from do_not_call d
        where d.organization_id = c.organization_id and d.phone_number in (c.phone_number, ${markOf(tx, { organizationId: sql`c.organization_id`, known: sql`c.phone_number` })})
          and d.environment in ('production', campaigns.environment)) as "listedAt",
      c.attributes, coalesce(consents.status, 'unknown') as consent
    from campaign_contacts c join campaigns on campaigns.id = c.campaign_id
      left join consents on consents.organization_id = c.organization_id and consents.phone_number = c.phone_number
        and consents.environment = campaigns.environment
    where c.campaign_id = ${campaignId} and c.id > ${afterId} order by c.id limit ${limit}`.execute(tx);
  return rows;
};

/** An attempt on a contact, or a rule's decision that there is none. */
export interface PastRun {
  contactId: number;
  /** The instants are those of the record where it has them: of the decision, and of the end as the platform knew it. */
  admittedAt: Date | null;
  settledAt: Date | null;
  /** The policy by which it was admitted. */
  policyDigest: string | null;
  reservedMinor: number | null;
  requestedAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
  outcome: string | null;
  answeredBy: string | null;
  personCame: boolean;
  endReason: string | null;
  costMinor: number | null;
  currency: string | null;
  callerId: string | null;
}

/** Reads the runs of contacts in a range of their ids, each contact's in their order. */
export const listPastRuns = async (
  tx: OrganizationTransaction,
  { campaignId, fromId, toId }: { campaignId: number; fromId: number; toId: number },
): Promise<PastRun[]> => {
  const { rows } = await sql<PastRun>`
    select r.campaign_contact_id as "contactId", r.carrier_requested_at as "requestedAt", r.ended_at as "endedAt",
      r.created_at as "createdAt", r.outcome, r.answered_by as "answeredBy",
      coalesce((r.answer_evidence ->> 'person_came')::boolean, false) as "personCame", r.end_reason as "endReason", r.cost_minor as "costMinor", r.currency,
      r.caller_number as "callerId",
      (requested.line ->> 'at')::timestamptz as "recordedAt",
      (requested.line -> 'facts' ->> 'admitted_at')::timestamptz as "admittedAt",
      requested.line -> 'facts' ->> 'policy' as "policyDigest",
      (requested.line -> 'facts' -> 'reserved' ->> 'amount_minor')::bigint as "reservedMinor",
      (settled.line ->> 'at')::timestamptz as "settledAt"
    from call_runs r
      left join lateral (select e.line::jsonb as line from record_entries e
        where e.run_uuid = r.uuid and e.kind = 'attempt.requested' order by e.index limit 1) requested on true
      left join lateral (select e.line::jsonb as line from record_entries e
        where e.run_uuid = r.uuid and e.kind = 'attempt.settled' order by e.index limit 1) settled on true
    where r.campaign_contact_id >= ${fromId} and r.campaign_contact_id <= ${toId} and r.campaign_id = ${campaignId}
    order by r.campaign_contact_id, r.id`.execute(tx);
  return rows;
};

/** A request to a carrier for the number of a campaign's contact that was not the campaign's. */
export interface OtherAttempt {
  contactId: number;
  at: Date;
  outcome: string | null;
}

/** Reads them for contacts in a range of their ids, of the days before the campaign began and of its time. */
export const listOtherAttempts = async (
  tx: OrganizationTransaction,
  { campaignId, fromId, toId, since }: { campaignId: number; fromId: number; toId: number; since: Date },
): Promise<OtherAttempt[]> => {
  const { rows } = await sql<OtherAttempt>`
    select c.id as "contactId", r.carrier_requested_at as at, r.outcome
    from campaign_contacts c join campaigns on campaigns.id = c.campaign_id
      join call_runs r on r.organization_id = c.organization_id and r.called_number = c.phone_number and r.over_at > ${since}
    where c.campaign_id = ${campaignId} and c.id >= ${fromId} and c.id <= ${toId}
      and r.campaign_id is distinct from c.campaign_id and r.environment = campaigns.environment and r.carrier_requested_at > ${since}
      and ${IS_ATTEMPT}
      and r.carrier_requested_at < coalesce(campaigns.completed_at, now())
    order by c.id, r.carrier_requested_at`.execute(tx);
  return rows;
};

/** Reads the policies that entries name by these digests. */
export const listPastPolicies = async (
  tx: OrganizationTransaction,
  digests: readonly string[],
): Promise<ReadonlyMap<string, RecordedPolicy>> => {
  if (digests.length === 0) return new Map();
  const { rows } = await sql<{ digest: string; policy: RecordedPolicy }>`
    select digest, policy from record_policies where digest = any(${[...digests]})`.execute(tx);
  return new Map(rows.map(({ digest, policy }) => [digest, policy]));
};

/** A decision about the campaign, from its log. */
export interface PastDecision {
  at: Date;
  event: string;
  details: Record<string, unknown> | null;
}

const DECIDING = [
  "started",
  "paused",
  "resumed",
  "breaker_tripped",
  "failed",
  "canceled",
  "completed",
  "updated",
] as const;

/** Reads the decisions about a campaign that its calls depend on, oldest first. */
export const listPastDecisions = (tx: OrganizationTransaction, campaignId: number): Promise<PastDecision[]> =>
  tx
    .selectFrom("campaign_logs")
    .select(["ts as at", "event", "details"])
    .where("campaign_id", "=", campaignId)
    .where("event", "in", DECIDING)
    .orderBy("id")
    .execute();

/** Finds those contacts of a campaign that have these numbers. */
export const listContactsByNumber = async (
  tx: OrganizationTransaction,
  campaignId: number,
  phoneNumbers: readonly string[],
): Promise<number[]> => {
  if (phoneNumbers.length === 0) return [];
  const rows = await tx
    .selectFrom("campaign_contacts")
    .select("id")
    .where("campaign_id", "=", campaignId)
    .where("phone_number", "in", phoneNumbers)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Finds the newest campaign of the draft's agent that is over and called enough people; null: there is none. Those of the sandbox
 * tell nothing of real people, nor do calls of another carrier.
 */
export const findEarlierCampaign = async (
  tx: OrganizationTransaction,
  draft: Pick<Campaign, "id" | "agent_id" | "environment" | "telephony_configuration_id">,
  { fewestAttempts, mostContacts }: { fewestAttempts: number; mostContacts: number },
): Promise<number | null> => {
  const row = await tx
    .selectFrom("campaigns")
    .innerJoin("campaign_figures", "campaign_figures.campaign_id", "campaigns.id")
    .leftJoin("telephony_configurations as theirs", "theirs.id", "campaigns.telephony_configuration_id")
    .leftJoin("telephony_configurations as ours", (join) => join.on("ours.id", "=", draft.telephony_configuration_id))
    .select("campaigns.id")
    .where("campaigns.agent_id", "=", draft.agent_id)
    .where("campaigns.environment", "=", draft.environment)
    .where("campaigns.state", "in", FINAL_CAMPAIGN_STATES)
    .where("campaigns.started_at", "is not", null)
    .where("campaign_figures.attempts", ">=", fewestAttempts)
    .where("campaign_figures.total", "<=", mostContacts)
    .where(sql<boolean>`theirs.provider is not distinct from ours.provider`)
    .orderBy("campaigns.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
};
