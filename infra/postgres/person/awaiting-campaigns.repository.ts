import { sql } from "kysely";
import { STATES_UNDER_WAY } from "../../../domain/campaign/campaign-states.rules.ts";
import { UNFINISHED_CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import type { Segment } from "../../../domain/contact/segment.ts";
import type { Campaign } from "../campaign/campaign.entity.ts";
import { buildSegmentCondition } from "../contact/segment-condition.ts";
import type { OrganizationTransaction } from "../database.ts";

interface AskedNumber {
  organizationId: number;
  /** E.164. */
  phoneNumber: string;
  limit: number;
}

/** Lists the campaigns that still call a number: it waits in them, or is called now; newest first. */
export const listAwaitedContacts = (tx: OrganizationTransaction, { organizationId, phoneNumber, limit }: AskedNumber) =>
  tx
    .selectFrom("contacts as k")
    .innerJoin("campaign_contacts as cc", "cc.contact_id", "k.id")
    .innerJoin("campaigns as c", "c.id", "cc.campaign_id")
    .selectAll("c")
    .select(["cc.id as campaign_contact_id", "cc.contact_id", "cc.state as contact_state", "cc.attempts"])
    .select(["cc.last_outcome", "cc.call_back_at", "cc.timezone as contact_timezone"])
    .select(sql<Date | null>`nullif(cc.next_attempt_at, '-infinity')`.as("next_attempt_at"))
    .where("k.organization_id", "=", organizationId)
    .where("k.phone_number", "=", phoneNumber)
    .where("cc.state", "in", UNFINISHED_CONTACT_STATES)
    .where("c.state", "in", STATES_UNDER_WAY)
    .where("c.deleted_at", "is", null)
    .orderBy("cc.id", "desc")
    .limit(limit)
    .execute();

/** Lists the scheduled campaigns whose list has a number; whom they call is decided when they begin. */
export const listPlannedContacts = (tx: OrganizationTransaction, { organizationId, phoneNumber, limit }: AskedNumber) =>
  tx
    .selectFrom("contacts as k")
    .innerJoin("campaigns as c", "c.contact_list_id", "k.contact_list_id")
    .selectAll("c")
    .select(["k.id as contact_id", "k.timezone as contact_timezone"])
    .where("k.organization_id", "=", organizationId)
    .where("k.phone_number", "=", phoneNumber)
    .where("c.state", "=", "scheduled")
    .where("c.deleted_at", "is", null)
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();

/** Tells whether a contact is in a segment now. */
export const isContactInSegment = async (
  tx: OrganizationTransaction,
  { organization_id: organizationId }: Pick<Campaign, "organization_id">,
  { contactId, segment }: { contactId: number; segment: Segment },
): Promise<boolean> => {
  const { rows } = await sql`
    select from contacts c where c.id = ${contactId}
      and ${buildSegmentCondition(segment, { contacts: "c", organizationId })}`.execute(tx);
  return rows.length > 0;
};
