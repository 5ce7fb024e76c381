import { sql } from "kysely";
import type { Database } from "../database.ts";

/** Lists the campaigns of all organizations whose rows are in state running. */
export const listRunningCampaigns = async ({
  withoutOrganization,
}: Database): Promise<{ id: number; organization_id: number }[]> => {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select * from platform_running_campaigns()`.execute(withoutOrganization);
  return rows;
};

/** Lists the campaigns of all organizations that make another one at each time of a rule. */
export const listRecurringCampaigns = async ({
  withoutOrganization,
}: Database): Promise<{ id: number; organization_id: number }[]> => {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    select * from platform_recurring_campaigns()`.execute(withoutOrganization);
  return rows;
};

/** Lists the campaigns of all organizations that wait for their start, the next first. */
export const listScheduledCampaigns = async ({
  withoutOrganization,
}: Database): Promise<{ id: number; organization_id: number; begins_at: Date | null }[]> => {
  const { rows } = await sql<{ id: number; organization_id: number; begins_at: Date | null }>`
    select * from platform_scheduled_campaigns()`.execute(withoutOrganization);
  return rows;
};
