import { isCampaignOver } from "../../domain/campaign/campaign-states.rules.ts";
import { findStepInForce } from "../../domain/journey/step-in-force.ts";
import { lockCalledContact } from "../../infra/postgres/campaign/call-back.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findStep, settleStep } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { recordJourneyStep } from "../../infra/postgres/journey/journey-timeline.ts";
import { readJourneyVersions } from "../../infra/postgres/journey/journey-versions.repository.ts";
import { goOn, readEnding } from "./journey-position.ts";

interface ConcludedRun {
  id: number;
  campaign_id: number | null;
}

/**
 * Puts the person whom a campaign has called at the step that follows, in the transaction that writes what came of the call. Nothing
 * follows while the campaign itself calls again. Rows are locked as at the end of a call: campaign, contact, figures.
 */
export const followRun = async (
  tx: OrganizationTransaction,
  { id, campaign_id: campaignId }: ConcludedRun,
  now: Date,
): Promise<void> => {
  if (campaignId === null) return;
  const known = await tx
    .selectFrom("campaigns")
    .select("journey_version")
    .where("id", "=", campaignId)
    .executeTakeFirst();
  if (known?.journey_version == null) return;
  const campaign = await lockCampaignRow(tx, campaignId);
  if (campaign) await followInCampaign(tx, { campaign, runId: id, now });
};

const followInCampaign = async (
  tx: OrganizationTransaction,
  { campaign, runId, now }: { campaign: Campaign; runId: number; now: Date },
): Promise<void> => {
  const run = await tx.selectFrom("call_runs").selectAll().where("id", "=", runId).executeTakeFirst();
  if (!run || run.campaign_contact_id === null || isCampaignOver(campaign.state)) return;
  const contact = await lockCalledContact(tx, run.campaign_contact_id);
  if (contact?.state !== "finished" || contact.attempts > run.attempt) return;
  if (await wasFollowed(tx, { contact, runId })) return;
  const place = await leaveCallStep(tx, { campaign, contact });
  if (place === null) return;
  await goOn(tx, { campaign, contact, ...place, ending: readEnding(run, contact), runId, now });
};

/** A conclusion that is repeated after a crash leads nobody further. */
const wasFollowed = async (
  tx: OrganizationTransaction,
  { contact, runId }: { contact: CampaignContact; runId: number },
): Promise<boolean> => {
  const row = await tx
    .selectFrom("journey_steps")
    .select("id")
    .where("campaign_contact_id", "=", contact.id)
    .where("run_id", "=", runId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Settles the step for which the person was called, if any; returns where they stand. Null: the journey has ended for them. */
const leaveCallStep = async (
  tx: OrganizationTransaction,
  { campaign, contact }: { campaign: Campaign; contact: CampaignContact },
) => {
  const newestVersion = campaign.journey_version ?? 0;
  const row = contact.journey_step_id === null ? undefined : await findStep(tx, contact.journey_step_id);
  const versions = await readJourneyVersions(tx, campaign.id, [newestVersion, row?.version ?? newestVersion]);
  const newest = versions.get(newestVersion);
  if (!newest) return null;
  if (!row) return { journey: newest, after: null };
  await tx
    .updateTable("campaign_contacts")
    .set({ journey_step_id: null, journey_agent_id: null })
    .where("id", "=", contact.id)
    .execute();
  if (await settleStep(tx, row.id, { state: "done", from: ["calling"] }))
    await recordJourneyStep(tx, campaign, { row, event: "journey_step_done", kind: "call" });
  const inForce = findStepInForce(row.step, { own: versions.get(row.version) ?? newest, newest });
  return inForce && { journey: inForce.journey, after: inForce.step };
};
