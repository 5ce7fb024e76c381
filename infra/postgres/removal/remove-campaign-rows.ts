import { type RawBuilder, sql } from "kysely";
import { deleteHiddenList } from "../campaign/draft.repository.ts";
import type { OrganizationTransaction } from "../database.ts";

/**
 * Removes a part of what a deleted campaign has besides its runs; returns how many rows of which kind, which are none when nothing is
 * left. The campaign's row goes last. It stays, empty, while another campaign was made of it.
 */
export const removeCampaignPart = async (
  tx: OrganizationTransaction,
  campaignId: number,
  most: number,
): Promise<Record<string, number>> => {
  const ofCampaign = sql`campaign_id = ${campaignId}`;
  for (const [table, where] of [
    [
      "webhook_deliveries",
      sql`timeline_event_id in (
      select e.id from timeline_events e where e.kind = 'campaign' and e.campaign_id = ${campaignId})`,
    ],
    ["timeline_events", sql`kind = 'campaign' and ${ofCampaign}`],
    ["journey_steps", ofCampaign],
    ["journey_versions", ofCampaign],
    ["campaign_contacts", ofCampaign],
    ["campaign_logs", ofCampaign],
    ["campaign_steps", ofCampaign],
    ["what_ifs", ofCampaign],
    ["contacts", sql`contact_list_id in (${ownHiddenList(campaignId)})`],
  ] as const) {
    const count = await removeSome(tx, { table, where, most });
    if (count > 0) return { [table]: count };
  }
  return { campaigns: await removeCampaignRow(tx, campaignId) };
};

/** The list of a file that no other campaign has. */
const ownHiddenList = (campaignId: number) => sql`
  select l.id from contact_lists l join campaigns c on c.contact_list_id = l.id
  where c.id = ${campaignId} and l.is_hidden and not exists (
    select from campaigns other where other.contact_list_id = l.id and other.id <> c.id)`;

const removeSome = async (
  tx: OrganizationTransaction,
  { table, where, most }: { table: string; where: RawBuilder<unknown>; most: number },
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${most}))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0n);
};

/** Calls that are still in use, and campaigns that were made of it, keep the row; with the last of those, it goes too. */
const removeCampaignRow = async (tx: OrganizationTransaction, campaignId: number): Promise<number> => {
  const { rows } = await sql<{ contact_list_id: number | null; parent: number | null }>`
    delete from campaigns c where c.id = ${campaignId} and c.deleted_at is not null and ${IS_UNUSED}
    returning c.contact_list_id, coalesce(c.parent_campaign_id, c.back_fills_campaign_id) as parent`.execute(tx);
  const [gone] = rows;
  if (!gone) return 0;
  await deleteHiddenList(tx, gone.contact_list_id);
  return 1 + (gone.parent === null ? 0 : await removeCampaignRow(tx, gone.parent));
};

const IS_UNUSED = sql`not exists (select from call_runs r where r.campaign_id = c.id)
  and not exists (select from campaign_contacts t where t.campaign_id = c.id)
  and not exists (select from campaigns made where made.parent_campaign_id = c.id or made.back_fills_campaign_id = c.id)`;
