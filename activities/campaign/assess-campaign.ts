import { CLAIM_RETRY_MS } from "../../domain/campaign/claim-limit.rules.ts";
import { leftOfQuota, type QuotaStanding } from "../../domain/campaign/daily-quota.rules.ts";
import { type CampaignFigures, presentFigures } from "../../domain/campaign/progress-figures.rules.ts";
import { DRAINING_RETRY_MS, LOOK_AGAIN_WITHIN_MS } from "../../domain/campaign/waiting-work.rules.ts";
import { readZoneWindows } from "../../domain/campaign/zone-windows.ts";
import { awaitsCallBacks } from "../../infra/postgres/campaign/call-back.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign, lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { countUncalledByEnd } from "../../infra/postgres/campaign/campaign-summary.repository.ts";
import { changeCampaignState } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { readQuota } from "../../infra/postgres/campaign/daily-quota.repository.ts";
import { readCampaignHours } from "../../infra/postgres/campaign/dialling-hours.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { readJourneyStanding } from "../../infra/postgres/journey/journey-standing.repository.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import type { CampaignOutlook } from "../../workflows/campaign/campaign.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { computeOutlook } from "./dialling-outlook.ts";
import { awaitsJoiners, enrolJoiners, nextLookForJoiners } from "./enrol-joiners.ts";
import { readCampaign } from "./read-campaign.ts";

/** Returns the remaining work of a campaign whose shards have ended; completes it when there is none. */
export const assessCampaign = (deps: WorkerDependencies, input: CampaignAddress): Promise<CampaignOutlook> =>
  deps.database.inOrganization(input.organizationId, async (tx) => {
    const found = await findCampaign(tx, input.campaignId);
    if (!found) throw new Error(`campaign ${input.campaignId} is gone`);
    const now = deps.clock.now();
    const campaign = await enrolJoiners(tx, found, now);
    const before = await readCampaign(tx, input);
    if (before.state === "running" && before.figures.remaining === 0) await complete(tx, input.campaignId, now);
    const { state, figures, maxConcurrency } = await readCampaign(tx, input);
    const hours = await readCampaignHours(tx, campaign, now);
    const windows = readZoneWindows(hours, campaign.contact_timezones, now.getTime());
    const quota = await readQuota(tx, campaign, hours.fallbackZone);
    const { nextDueAtMs } = await computeOutlook(tx, { campaign, hours, windows, now, quota });
    const looksAtMs = state === "running" ? await nextLook(tx, campaign, now) : null;
    return {
      state,
      figures,
      maxConcurrency,
      nextDueAtMs:
        nextDueAtMs === null
          ? whenNobodyWaits(figures, { looksAtMs, now })
          : Math.max(nextDueAtMs, untilQuotaIsKnown(quota, figures, now)),
      ...(looksAtMs !== null && { looksAtMs }),
    };
  });

/** Whoever joins is called soon, and who asks in a conversation that is not concluded yet to be called back, at that time. */
const nextLook = async (tx: OrganizationTransaction, campaign: Campaign, now: Date): Promise<number | null> => {
  if (await awaitsCallBacks(tx, campaign.id)) return now.getTime() + CLAIM_RETRY_MS;
  const looks = [nextLookForJoiners(campaign, now), await nextLookAtJourney(tx, campaign, now)];
  const instants = looks.flatMap((atMs) => atMs ?? []);
  return instants.length === 0 ? null : Math.min(...instants);
};

const nextLookAtJourney = async (
  tx: OrganizationTransaction,
  campaign: Campaign,
  now: Date,
): Promise<number | null> => {
  const { isOpen, nextDueAt } = await readJourneyStanding(tx, campaign);
  if (!isOpen) return null;
  const dueInMs = (nextDueAt?.getTime() ?? now.getTime()) - now.getTime();
  return now.getTime() + Math.min(Math.max(dueInMs + CLAIM_RETRY_MS, CLAIM_RETRY_MS), LOOK_AGAIN_WITHIN_MS);
};

/** Calls of earlier shards that no carrier was asked for yet may take the rest of the day's quota: new shards would find nothing. */
const untilQuotaIsKnown = (quota: QuotaStanding | null, { inFlight }: CampaignFigures, now: Date): number =>
  quota !== null && leftOfQuota(quota, inFlight) === 0 ? now.getTime() + CLAIM_RETRY_MS : 0;

/** Null: a live campaign has nobody to call, and waits for somebody to join. */
const whenNobodyWaits = (
  { remaining }: CampaignFigures,
  { looksAtMs, now }: { looksAtMs: number | null; now: Date },
): number | null => (looksAtMs !== null && remaining === 0 ? null : now.getTime() + DRAINING_RETRY_MS);

const complete = async (tx: OrganizationTransaction, campaignId: number, now: Date): Promise<void> => {
  const campaign = await lockCampaign(tx, campaignId);
  if (campaign?.state !== "running" || (await awaitsJoiners(tx, campaign, now))) return;
  if (await awaitsCallBacks(tx, campaignId)) return;
  // Whoever waits for a step is not done with.
  if ((await readJourneyStanding(tx, campaign)).isOpen) return;
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
