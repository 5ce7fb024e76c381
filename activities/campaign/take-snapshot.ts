import { orderContacts } from "../../application/campaign/order-contacts.ts";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { listQueueParts } from "../../infra/postgres/campaign/campaign-contacts.repository.ts";
import { findSourceImport } from "../../infra/postgres/campaign/campaign-progress.repository.ts";
import { copyContacts, findNewestContact } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { failCampaign, logCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import { changeFigures, countFigures, readFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";

/**
 * Copies the campaign's contacts as they are now, once; those on the do-not-call list or without consent are suppressed. Copies
 * nothing while the import of its file is in progress, because the campaign would never call the contacts that come later.
 */
export const takeSnapshot = async (
  tx: OrganizationTransaction,
  { campaignId }: CampaignAddress,
  now: Date,
): Promise<void> => {
  const campaign = await lockCampaign(tx, campaignId);
  if (!campaign || campaign.snapshot_at !== null) return;
  const source = await findSourceImport(tx, campaign);
  if (source?.status === "pending" || source?.status === "processing") return;
  if (source?.status === "failed")
    return failCampaign(tx, campaignId, `The contact file could not be imported: ${source.error ?? "failed"}`);
  // Who comes into the list from here on joins later; who is copied as well is not taken twice.
  const enrolledTo = campaign.enrolment === "live" ? await findNewestContact(tx, campaign.contact_list_id) : null;
  await copyContacts(tx, campaign);
  await orderContacts(tx, campaign);
  const counted = await countFigures(tx, campaignId);
  // A back-fill has its contacts, and counts them, since it was made.
  const total = counted.total - ((await readFigures(tx, campaignId))?.total ?? 0);
  await changeFigures(tx, campaignId, { total, suppressed: counted.suppressed });
  await tx
    .updateTable("campaigns")
    .set({ snapshot_at: now, enrolled_to: enrolledTo, ...(await listQueueParts(tx, campaignId)) })
    .where("id", "=", campaignId)
    .execute();
  await logCampaign(tx, campaign, {
    level: "info",
    event: "snapshot_taken",
    message: `${counted.total} contacts taken, ${counted.suppressed} of them suppressed`,
    actor: "system",
    details: { total: counted.total, suppressed: counted.suppressed },
  });
};
