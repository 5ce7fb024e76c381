import type { Selectable } from "kysely";
import type { CampaignFiguresTable } from "../../infra/postgres/campaign/campaign.table.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { readFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CampaignAddress, CampaignFigures } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignReading } from "../../workflows/campaign/campaign.ports.ts";

export const readCampaign = async (
  tx: OrganizationTransaction,
  { campaignId }: CampaignAddress,
): Promise<CampaignReading> => {
  const row = await readFigures(tx, campaignId);
  if (!row) throw new Error(`campaign ${campaignId} is gone`);
  return {
    name: row.name,
    state: row.state,
    figures: presentFigures(row),
    maxConcurrency: await concurrencyOf(tx, row),
    prepared: row.snapshot_at !== null,
    importId: row.snapshot_at === null ? await pendingImport(tx, campaignId) : null,
  };
};

export const presentFigures = (row: Selectable<CampaignFiguresTable>): CampaignFigures => ({
  total: row.total,
  suppressed: row.suppressed,
  finished: row.finished,
  remaining: row.total - row.suppressed - row.finished,
  dialled: row.dialled,
  answered: row.answered,
  unreached: row.unreached,
  inFlight: row.in_flight,
  waitingRetry: row.waiting_retry,
  attempts: row.attempts,
  revision: row.revision,
});

const MAX_CONCURRENCY = 1000;

/** A campaign without a limit of its own may use all that its organization may. */
const concurrencyOf = async (tx: OrganizationTransaction, row: { max_concurrency: number | null }): Promise<number> => {
  if (row.max_concurrency !== null) return row.max_concurrency;
  const organization = await tx.selectFrom("organizations").select("concurrent_call_limit").executeTakeFirstOrThrow();
  return Math.min(organization.concurrent_call_limit, MAX_CONCURRENCY);
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
