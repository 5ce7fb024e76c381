import { sql } from "kysely";
import { STATES_WITHOUT_FAULT } from "../../../domain/campaign/campaign-states.rules.ts";
import type { OrganizationTransaction } from "../database.ts";

/** A contact of a campaign that waits for its call, as it is in its list now. */
export interface ContactToOrder {
  id: number;
  phone_number: string;
  name: string | null;
  priority: number;
  timezone: string | null;
  number_class: string | null;
  attributes: Record<string, unknown>;
}

interface Page {
  campaignId: number;
  /** Null: everybody. */
  contactIds: readonly number[] | null;
  /** The number after which the page begins. */
  after: string;
  limit: number;
}

/** Lists a page of those who wait for a call of a campaign, in the order of their numbers. */
export const listContactsToOrder = async (
  tx: OrganizationTransaction,
  { campaignId, contactIds, after, limit }: Page,
): Promise<ContactToOrder[]> => {
  const { rows } = await sql<ContactToOrder>`
    select w.id, w.phone_number, coalesce(c.name, w.name) as name, w.priority, c.timezone, c.number_class,
      coalesce(c.attributes, w.attributes) as attributes
    from campaign_contacts w left join contacts c on c.id = w.contact_id
    where w.campaign_id = ${campaignId} and w.phone_number > ${after} and w.waits
      ${contactIds === null ? sql`` : sql`and w.contact_id = any(${contactIds}::bigint[])`}
    order by w.phone_number limit ${limit}`.execute(tx);
  return rows;
};

/** Writes positions in the queue. One that is there already is left alone, and so is whoever is claimed at this moment. */
export const writePositions = async (
  tx: OrganizationTransaction,
  positions: readonly { id: number; position: number }[],
): Promise<void> => {
  const ids = positions.map(({ id }) => id);
  await sql`
    with waiting as (
      select id from campaign_contacts where id = any(${ids}::bigint[]) and waits order by id for no key update skip locked
    )
    update campaign_contacts set queue_position = p.position
    from unnest(${ids}::bigint[], ${positions.map(({ position }) => position)}::bigint[]) as p(id, position) join waiting using (id)
    where campaign_contacts.id = p.id and queue_position <> p.position`.execute(tx);
};

/** Lists the campaigns that have begun and call contacts of a list by an expression. */
export const listOrderedCampaigns = (tx: OrganizationTransaction, contactListId: number) =>
  tx
    .selectFrom("campaigns")
    .select(["id", "order_by"])
    .where("contact_list_id", "=", contactListId)
    .where("order", "=", "hottest")
    .where("state", "in", STATES_WITHOUT_FAULT)
    .orderBy("id")
    .execute();
