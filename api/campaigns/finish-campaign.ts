import { explainNoEndOfJoining } from "../../domain/campaign/enrolment.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { findNewestContact } from "../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { recordDecision } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound, commandRefused } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";
import { readCampaignAnswer } from "./get-campaign.ts";

/** Ends joining: who has joined a live campaign until now is called, and then it completes. A repeat changes nothing. */
export const finishCampaign = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) =>
  context.inOrganization(async (tx) => {
    const campaign = await lockCampaignRow(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    const refusal = explainNoEndOfJoining({
      enrolment: campaign.enrolment,
      state: campaign.state,
      hasBegun: campaign.snapshot_at !== null,
    });
    if (refusal) throw commandRefused(refusal);
    if (campaign.enrolment_ended_at === null) {
      const endsWith = await findNewestContact(tx, campaign.contact_list_id);
      await tx
        .updateTable("campaigns")
        .set({ enrolment_ended_at: context.clock.now(), enrolment_ends_with: endsWith })
        .where("id", "=", campaign.id)
        .execute();
      await recordDecision(tx, campaign, {
        level: "info",
        event: "enrolment_ended",
        message: "Nobody joins any more; it completes when those in it are done",
        actor: formatActor(context.actor),
      });
    }
    return readCampaignAnswer(tx, campaign.id);
  });
