import { MOST_CALLS_AT_ONCE } from "../../domain/campaign/concurrency.rules.ts";
import { computeFigures } from "../../domain/campaign/progress-figures.rules.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { readFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendTogether } from "../../infra/postgres/send-together.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignReading } from "../../workflows/campaign/campaign.ports.ts";

export const readCampaign = async (
  tx: OrganizationTransaction,
  { campaignId }: CampaignAddress,
): Promise<CampaignReading> => {
  const [row, limits] = await sendTogether(tx, (tx) => [readFigures(tx, campaignId), readLimits(tx, campaignId)]);
  if (!row) throw new Error(`campaign ${campaignId} is gone`);
  return {
    name: row.name,
    state: row.state,
    figures: computeFigures(row),
    maxConcurrency: smallestOf([row.max_concurrency, ...limits]),
    beginsAtMs: row.begins_at?.getTime() ?? null,
    prepared: row.snapshot_at !== null,
    importId: row.snapshot_at === null ? await pendingImport(tx, campaignId) : null,
  };
};

/** Runs beyond the smallest of a campaign's limits would only wait for a place. */
const smallestOf = (limits: (number | null)[]): number =>
  Math.max(Math.min(MOST_CALLS_AT_ONCE, ...limits.filter((limit) => limit !== null)), 1);

/** Returns what the organization and the carrier's account allow; null: there is no limit. */
const readLimits = async (tx: OrganizationTransaction, campaignId: number): Promise<(number | null)[]> => {
  const found = await tx
    .selectFrom("campaigns")
    .innerJoin("organizations", "organizations.id", "campaigns.organization_id")
    .leftJoin("telephony_configurations", "telephony_configurations.id", "campaigns.telephony_configuration_id")
    .select("organizations.concurrent_call_limit as organization")
    .select("telephony_configurations.concurrent_call_limit as account")
    .select("telephony_configurations.inbound_reserve as reserve")
    .where("campaigns.id", "=", campaignId)
    .executeTakeFirst();
  if (!found) return [];
  const { organization, account, reserve } = found;
  return [organization, account === null ? null : account - (reserve ?? 0)];
};

const pendingImport = async (tx: OrganizationTransaction, campaignId: number): Promise<number | null> => {
  const campaign = await findCampaign(tx, campaignId);
  if (campaign?.source_type !== "csv" || campaign.contact_list_id === null) return null;
  const row = await tx
    .selectFrom("contact_imports")
    .select("id")
    .where("contact_list_id", "=", campaign.contact_list_id)
    .where("status", "in", ["pending", "processing"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
};
