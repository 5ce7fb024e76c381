import { presentFigures } from "../../domain/campaign/figures.rules.ts";
import { readZoneWindows } from "../../domain/campaign/zone-windows.ts";
import { findCampaign, lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { countUncalledByEnd } from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import { changeCampaignState } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignOutlook } from "../../workflows/campaign/campaign.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { computeOutlook } from "./dialling-outlook.ts";
import { readCampaign } from "./read-campaign.ts";

/** While only calls of earlier shards are in progress, it is assessed again after this. */
const DRAINING_RETRY_MS = 2000;

/** Returns the remaining work of a campaign whose shards have ended; completes it when there is none. */
export const assessCampaign = (deps: WorkerDependencies, input: CampaignAddress): Promise<CampaignOutlook> =>
  deps.database.inOrganization(input.organizationId, async (tx) => {
    const campaign = await findCampaign(tx, input.campaignId);
    if (!campaign) throw new Error(`campaign ${input.campaignId} is gone`);
    const before = await readCampaign(tx, input);
    if (before.state === "running" && before.figures.remaining === 0)
      await complete(tx, input.campaignId, deps.clock.now());
    const { state, figures, maxConcurrency } = await readCampaign(tx, input);
    const now = deps.clock.now();
    const hours = await readCampaignHours(tx, campaign, now);
    const windows = readZoneWindows(hours, campaign.contact_timezones, now.getTime());
    const { nextDueAtMs } = await computeOutlook(tx, { campaign, hours, windows, now });
    return {
      state,
      figures,
      maxConcurrency,
      nextDueAtMs: nextDueAtMs ?? now.getTime() + DRAINING_RETRY_MS,
    };
  });

const complete = async (tx: OrganizationTransaction, campaignId: number, now: Date): Promise<void> => {
  const campaign = await lockCampaign(tx, campaignId);
  if (campaign?.state !== "running") return;
  const { figures } = await readCampaign(tx, { organizationId: campaign.organization_id, campaignId });
  if (figures.remaining > 0) return;
  const uncalled = campaign.ends_at === null ? 0 : await countUncalledByEnd(tx, campaignId);
  await changeCampaignState(tx, campaign, {
    to: "completed",
    columns: { completed_at: now },
    decision: {
      level: "info",
      event: "completed",
      message: `Completed: ${figures.answered} of ${figures.total} contacts answered${sayUncalled(uncalled)}`,
      actor: "system",
      details: { ...presentFigures(figures), ...(uncalled > 0 && { not_called_by_end: uncalled }) },
    },
  });
};

const sayUncalled = (uncalled: number): string =>
  uncalled === 0 ? "" : `; ${uncalled} were not called, because its end came before`;
