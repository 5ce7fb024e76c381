import { sql } from "kysely";
import { ACCOUNT_UNUSABLE } from "../../../domain/call/attempt.rules.ts";
import {
  findOutageHit,
  isLeftToBackFill,
  OUTAGE_OUTCOMES,
  type OutageContacts,
  type OutageSpan,
} from "../../../domain/campaign/back-fill.rules.ts";
import { answeredByMachineAlone } from "../call/answer-columns.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";
import { changeFigures } from "./figures.repository.ts";

interface Candidate {
  id: number;
  state: string;
  answered: boolean;
  requestedAt: Date;
  endedAt: Date | null;
  outcome: string | null;
  wasAccountRefused: boolean;
  isKnownToCarrier: boolean;
  hasReached: boolean;
  isCalledAgain: boolean;
}

/** Who was hit by an outage, and whom a back-fill would call: campaign contacts, by their ids. */
export interface OutageReading extends OutageContacts {
  contactIds: number[];
}

/** Judges the contacts of a campaign whose latest attempt touches a span, by the rows of the calls and the carrier's reports. */
export const readOutage = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  span: OutageSpan,
): Promise<OutageReading> => {
  const candidates = await listCandidates(tx, campaign, span);
  const reading: OutageReading = { notDialled: 0, endUnknown: 0, underWay: 0, calledAgain: 0, contactIds: [] };
  for (const candidate of candidates) {
    if (candidate.endedAt === null) reading.underWay += 1;
    if (!isLeftToBackFill(candidate, campaign.state)) continue;
    const { requestedAt, endedAt } = candidate;
    const hit = findOutageHit(
      { ...candidate, requestedAtMs: requestedAt.getTime(), endedAtMs: endedAt?.getTime() ?? null },
      span,
    );
    if (!hit) continue;
    if (candidate.isCalledAgain) {
      reading.calledAgain += 1;
      continue;
    }
    reading.contactIds.push(candidate.id);
    if (hit === "not_dialled") reading.notDialled += 1;
    else reading.endUnknown += 1;
  }
  return reading;
};

const listCandidates = async (
  tx: OrganizationTransaction,
  { id }: Campaign,
  { fromMs, toMs }: OutageSpan,
): Promise<Candidate[]> => {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  const { rows } = await sql<Candidate>`
    select c.id, c.state, c.answered, r.carrier_requested_at as "requestedAt", r.ended_at as "endedAt", r.outcome, coalesce(r.end_reason = ${ACCOUNT_UNUSABLE}, false) as "wasAccountRefused",
      r.carrier_accepted_at is not null or r.carrier_call_id is not null or exists (
        select from carrier_events e where e.run_id = r.id) as "isKnownToCarrier",
      (r.answered_at is not null or r.holds_conversation or exists (
        select from carrier_events e where e.run_id = r.id and e.call ->> 'answeredAt' is not null))
        and not (${answeredByMachineAlone(sql`r`)}) as "hasReached",
      exists (
        select from campaigns again join campaign_contacts a on a.campaign_id = again.id
        where (again.parent_campaign_id = ${id} or again.back_fills_campaign_id = ${id})
          and a.phone_number = c.phone_number) as "isCalledAgain"
    from call_runs r join campaign_contacts c on c.id = r.campaign_contact_id
    where r.campaign_id = ${id} and c.phone_number not like 'erased:%' and r.carrier_requested_at < ${to}
      and (r.ended_at is null or (r.ended_at >= ${from} and r.outcome = any(${[...OUTAGE_OUTCOMES]})))
      and (c.removed_run_id is null or c.removed_run_id < r.id)
      and not exists (
        select from call_runs later where later.campaign_contact_id = r.campaign_contact_id and later.id > r.id)
    order by c.id`.execute(tx);
  return rows;
};

/** Gives a back-fill its contacts: those of the earlier campaign, as they were there. */
export const copyOutageContacts = async (
  tx: OrganizationTransaction,
  backFill: Campaign,
  contactIds: readonly number[],
): Promise<void> => {
  await sql`
    insert into campaign_contacts (organization_id, campaign_id, contact_id, phone_number, name, timezone, attributes,
      agent_version_id, priority, queue_position)
    select p.organization_id, ${backFill.id}, p.contact_id, p.phone_number, p.name, p.timezone, p.attributes, p.agent_version_id,
      p.priority, p.queue_position
    from campaign_contacts p where p.id = any(${contactIds}::bigint[])
    order by p.id`.execute(tx);
  await changeFigures(tx, backFill.id, { total: contactIds.length });
};

/** Finds the back-fill of a campaign for exactly this span. */
export const findBackFill = (
  tx: OrganizationTransaction,
  campaignId: number,
  { fromMs, toMs }: OutageSpan,
): Promise<Campaign | undefined> =>
  tx
    .selectFrom("campaigns")
    .selectAll()
    .where("back_fills_campaign_id", "=", campaignId)
    .where("back_fill_from", "=", new Date(fromMs))
    .where("back_fill_to", "=", new Date(toMs))
    .executeTakeFirst();
