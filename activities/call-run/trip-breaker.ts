import { findCampaign, lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { changeCampaignState } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildBreakerLockKey, tryLockExclusively } from "../../infra/postgres/locks.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { readBreaker } from "./read-breaker.ts";

/**
 * Pauses the campaign when too many of its calls failed. It locks the campaign like a command: it waits for calls that
 * are being handed to a carrier, and after its commit none follows. So it must hold nothing that a hand-over waits for.
 * When another activity is already pausing the campaign it returns at once, because a waiting one would hold a
 * connection that a hand-over needs.
 */
export const tripBreaker = (
  { database, clock }: WorkerDependencies,
  { organizationId, campaignId }: CampaignAddress,
): Promise<void> =>
  database.inOrganization(organizationId, async (tx) => {
    const known = await findCampaign(tx, campaignId);
    if (!known || !(await readBreaker(tx, known, clock.now())).trips) return;
    if (await tryLockExclusively(tx, buildBreakerLockKey(campaignId))) await pause(tx, campaignId, clock.now());
  });

const pause = async (tx: OrganizationTransaction, campaignId: number, now: Date): Promise<void> => {
  const campaign = await lockCampaign(tx, campaignId);
  if (!campaign) return;
  const { trips, outcomes, since } = await readBreaker(tx, campaign, now);
  if (!trips) return;
  const config = campaign.circuit_breaker;
  await changeCampaignState(tx, campaign, {
    to: "paused",
    decision: {
      level: "warning",
      event: "breaker_tripped",
      message: `Paused by the circuit breaker: too many calls failed within ${config.window_seconds} seconds`,
      actor: "system",
      details: { outcomes, since: since.toISOString(), ...config },
    },
  });
};
