import { orderContacts } from "../../application/campaign/order-contacts.ts";
import { LOOK_FOR_JOINERS_MS, takesJoiners } from "../../domain/campaign/enrolment.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign, lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { copyJoiners, hasJoiners } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { changeFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Takes contacts who have joined the list of a live campaign, at most a page of them; returns the campaign as it is afterwards. Each
 * is taken once: rows and the mark of how far the list was read change together.
 */
export const enrolJoiners = async (tx: OrganizationTransaction, found: Campaign, now: Date): Promise<Campaign> => {
  if (!isEnrolling(found, now) || !(await hasJoiners(tx, found))) return found;
  const campaign = await lockCampaignRow(tx, found.id);
  if (!campaign || !isEnrolling(campaign, now)) return campaign ?? found;
  const { total, suppressed, suppressedByOutcome, contactIds } = await copyJoiners(tx, campaign, now);
  if (contactIds.length > 0) await orderContacts(tx, campaign, contactIds);
  await changeFigures(tx, campaign.id, { total, suppressed });
  for (const [outcome, ids] of suppressedByOutcome)
    await changeFigures(tx, campaign.id, {}, { contacts: { ids, state: "suppressed", outcome } });
  return (await findCampaign(tx, campaign.id)) ?? campaign;
};

/** Who has joined before a command ended that is taken, however late. */
const isEnrolling = (campaign: Campaign, now: Date): boolean =>
  campaign.state === "running" &&
  campaign.snapshot_at !== null &&
  (takesJoiners(campaign, now) || campaign.enrolment_ended_at !== null);

/** Tells whether somebody may still join, or has joined and is not taken yet: such a campaign does not complete. */
export const awaitsJoiners = async (tx: OrganizationTransaction, campaign: Campaign, now: Date): Promise<boolean> =>
  takesJoiners(campaign, now) || (isEnrolling(campaign, now) && (await hasJoiners(tx, campaign)));

/** Returns when a campaign looks again for contacts who have joined; null: nobody joins it. Epoch milliseconds. */
export const nextLookForJoiners = (campaign: Campaign, now: Date): number | null =>
  takesJoiners(campaign, now) ? now.getTime() + LOOK_FOR_JOINERS_MS : null;
