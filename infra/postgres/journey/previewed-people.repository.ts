import { sql } from "kysely";
import { listContactZones } from "../../../domain/contact/contact-zones.ts";
import { BINDING_ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import type { Campaign } from "../campaign/campaign.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

export interface PreviewedPerson {
  contact_id: number | null;
  phone_number: string;
  name: string | null;
  /** Zones joined by commas. */
  timezone: string;
  attributes: Record<string, unknown>;
  /** The number is on the do-not-call list. */
  is_listed: boolean;
}

/** Lists the first people whom a campaign calls; before it has taken its contacts, the first of its list. */
export const listPeopleToPreview = async (
  tx: OrganizationTransaction,
  { id, contact_list_id: listId, snapshot_at: snapshotAt, environment }: Campaign,
  limit: number,
): Promise<PreviewedPerson[]> => {
  const source =
    snapshotAt === null
      ? sql`select id as contact_id, id, phone_number, name, coalesce(timezone, '') as timezone, attributes from contacts
          where contact_list_id = ${listId} order by id limit ${limit}`
      : sql`select contact_id, id, phone_number, name, timezone, attributes from campaign_contacts
          where campaign_id = ${id} order by phone_number limit ${limit}`;
  const { rows } = await sql<PreviewedPerson>`
    select p.contact_id, p.phone_number, p.name, p.timezone, p.attributes, exists (
      select from do_not_call d where d.phone_number = p.phone_number and d.environment = any(${BINDING_ENVIRONMENTS[environment]}::text[])
        and (d.expires_at is null or d.expires_at > now())
    ) as is_listed
    from (${source}) p order by p.phone_number`.execute(tx);
  if (snapshotAt !== null) return rows;
  return rows.map((row) => ({
    ...row,
    timezone: listContactZones({ timezone: row.timezone, phoneNumber: row.phone_number }).join(","),
  }));
};
