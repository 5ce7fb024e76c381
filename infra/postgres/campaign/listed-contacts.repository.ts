import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ContactState } from "../../../domain/campaign/contact-states.rules.ts";
import { buildContactCondition } from "../contact/matching-contacts.ts";
import type { OrganizationTransaction } from "../database.ts";
import { IS_UNREACHED } from "./figures.repository.ts";

interface WantedContacts {
  campaignId: number;
  state?: ContactState | undefined;
  /** Part of a number or a name. */
  q?: string | undefined;
}

interface ContactPage extends WantedContacts {
  /** The last number of the page before. */
  afterNumber?: string | undefined;
  limit: number;
}

/** Where a campaign has a contact, as `CONTACT_STATES` names it. */
export const CONTACT_STATE = sql<ContactState>`case when campaign_contacts.state <> 'finished' then campaign_contacts.state
  when campaign_contacts.answered then 'answered' else 'unreached' end`;

/**
 * The conditions of states. Those for waiting contacts and for contacts with a call in progress use an index; the other states have
 * none, because it would be written at every step of every call.
 */
const IN_STATE: Readonly<Record<ContactState, RawBuilder<SqlBool>>> = {
  pending: sql`state = 'pending' and waits`,
  in_flight: sql`state = 'in_flight' and id in (
    select campaign_contact_id from call_runs where ended_at is null and campaign_contact_id is not null)`,
  waiting_retry: sql`state = 'waiting_retry' and waits and next_attempt_at > '-infinity'`,
  answered: sql`state = 'finished' and answered`,
  unreached: IS_UNREACHED,
  suppressed: sql`state = 'suppressed'`,
};

const selectWanted = (tx: OrganizationTransaction, { campaignId, state, q }: WantedContacts) => {
  let contacts = tx.selectFrom("campaign_contacts").where("campaign_id", "=", campaignId);
  if (state !== undefined) contacts = contacts.where(IN_STATE[state]);
  if (q !== undefined) contacts = contacts.where(buildContactCondition(q, "campaign_contacts"));
  return contacts;
};

/** Counts the contacts that match. */
export const countCampaignContacts = async (tx: OrganizationTransaction, wanted: WantedContacts): Promise<number> => {
  const counted = selectWanted(tx, wanted).select((row) => row.fn.countAll<number>().as("count"));
  return (await counted.executeTakeFirstOrThrow()).count;
};

/**
 * Lists a campaign's contacts in the order of their numbers, for which there is an index. A state without an index is read
 * in that order until the page is full.
 */
export const listCampaignContacts = (tx: OrganizationTransaction, { afterNumber, limit, ...wanted }: ContactPage) => {
  let contacts = selectWanted(tx, wanted)
    .select(["id", "contact_id", "phone_number", "name", "attempts", "last_outcome", CONTACT_STATE.as("state")])
    .select("call_back_at")
    // The time of other contacts is in the past, or `-infinity`, which no Date can hold.
    .select(sql<Date | null>`case when state = 'waiting_retry' then next_attempt_at end`.as("next_attempt_at"));
  if (afterNumber !== undefined) contacts = contacts.where("phone_number", ">", afterNumber);
  return contacts.orderBy("phone_number").limit(limit).execute();
};

/** Returns the number of a campaign's contact; undefined: the campaign has none with this id. */
export const findContactNumber = async (
  tx: OrganizationTransaction,
  { campaignId, id }: { campaignId: number; id: number },
): Promise<string | undefined> => {
  const row = await tx
    .selectFrom("campaign_contacts")
    .select("phone_number")
    .where("campaign_id", "=", campaignId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.phone_number;
};
