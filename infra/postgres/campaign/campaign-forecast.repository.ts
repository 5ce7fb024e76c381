import type { OrganizationTransaction } from "../database.ts";
import type { Campaign } from "./campaign.entity.ts";

export interface CallLimits {
  /** Simultaneous calls: the smallest limit of the campaign, its account's outgoing lines and the organization. */
  concurrency: number;
  provider: string | null;
  callsPerSecond: number | null;
}

/** Reads the limits on a campaign's speed. */
export const readCallLimits = async (tx: OrganizationTransaction, campaign: Campaign): Promise<CallLimits> => {
  const row = await tx
    .selectFrom("organizations")
    .leftJoin("telephony_configurations as account", (join) =>
      join.on("account.id", "=", campaign.telephony_configuration_id),
    )
    .select(["organizations.concurrent_call_limit as ofOrganization", "account.concurrent_call_limit as ofAccount"])
    .select(["account.inbound_reserve", "account.provider", "account.calls_per_second"])
    .where("organizations.id", "=", campaign.organization_id)
    .executeTakeFirstOrThrow();
  const lines = row.ofAccount === null ? [] : [Math.max(1, row.ofAccount - (row.inbound_reserve ?? 0))];
  const ofCampaign = campaign.max_concurrency === null ? [] : [campaign.max_concurrency];
  return {
    concurrency: Math.min(row.ofOrganization, ...lines, ...ofCampaign),
    provider: row.provider,
    callsPerSecond: row.calls_per_second,
  };
};
