import { sql } from "kysely";
import type { QuotaStanding } from "../../../domain/campaign/daily-quota.rules.ts";
import { IS_ATTEMPT } from "../call/counted-attempts.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";

/**
 * Counts the attempts of the campaign's day for which a carrier was asked; null: it has no quota. The day is that of the first of the
 * campaign's own zones (`fallbackZone`, joined by commas). Requests that are no attempts do not count.
 */
export const readQuota = async (
  tx: OrganizationTransaction,
  { id, organization_id, daily_quota: limit }: Pick<Campaign, "id" | "organization_id" | "daily_quota">,
  fallbackZone: string,
): Promise<QuotaStanding | null> => {
  if (limit === null) return null;
  const zone = fallbackZone.split(",")[0] || "UTC";
  const attempts = (progress: ReturnType<typeof sql>) => sql`
    select count(*)::int from call_runs r, day
    where r.organization_id = ${organization_id} and r.campaign_id = ${id} and ${progress} and r.carrier_requested_at >= day.begins
      and ${IS_ATTEMPT}`;
  const { rows } = await sql<{ made: number; renews: Date }>`
    with day as materialized (
      select date_trunc('day', clock_timestamp() at time zone ${zone}) at time zone ${zone} as begins,
        (date_trunc('day', clock_timestamp() at time zone ${zone}) + interval '1 day') at time zone ${zone} as renews
    )
    select (${attempts(sql`r.ended_at >= day.begins`)}) + (${attempts(sql`r.ended_at is null`)}) as made, renews from day`.execute(
    tx,
  );
  const [row] = rows;
  return row ? { limit, made: row.made, renewsAtMs: row.renews.getTime() } : null;
};
