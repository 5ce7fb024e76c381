import { sql } from "kysely";
import { PLANNED_STATES } from "../../../domain/campaign/campaign-states.rules.ts";
import { WAITING_CONTACT_STATES } from "../../../domain/campaign/contact-states.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { literals } from "../literals.ts";

export type PlannedCampaign = Awaited<ReturnType<typeof listPlannedCampaigns>>[number];

/** Lists the campaigns that are scheduled, run or are paused, newest first. */
export const listPlannedCampaigns = (tx: OrganizationTransaction, limit: number) =>
  tx
    .selectFrom("campaigns")
    .leftJoin("telephony_configurations as account", "account.id", "campaigns.telephony_configuration_id")
    .select([
      "campaigns.id",
      "campaigns.name",
      "campaigns.state",
      "campaigns.environment",
      "campaigns.starts_at",
      "campaigns.ends_at",
      "campaigns.begins_at",
      "campaigns.recurrence",
      "campaigns.schedule_config",
      "account.provider",
    ])
    .where("campaigns.state", "in", PLANNED_STATES)
    .where("campaigns.deleted_at", "is", null)
    .orderBy("campaigns.id", "desc")
    .limit(limit)
    .execute();

/** Reads the hours that hold where a campaign has none of its own. */
export const readHoursOfOrganization = (tx: OrganizationTransaction, organizationId: number) =>
  tx
    .selectFrom("organizations")
    .select(["calling_hours", "timezone"])
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();

export interface PlannedCallBacks {
  campaign_id: number;
  /** The hour, as an instant. */
  at: Date;
  count: number;
}

/** Counts the calls that people asked for within a span, by campaign and hour. */
export const countCallBacks = async (
  tx: OrganizationTransaction,
  campaignIds: readonly number[],
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<PlannedCallBacks[]> => {
  const { rows } = await sql<PlannedCallBacks>`
    select campaign_id, date_trunc('hour', call_back_at, 'UTC') as at, count(*)::int as count from campaign_contacts
    where campaign_id = any(${campaignIds}::bigint[]) and call_back_at >= ${from} and call_back_at < ${to}
      and state in (${literals(WAITING_CONTACT_STATES)})
    group by 1, 2 order by 2, 1 limit ${limit}`.execute(tx);
  return rows;
};
