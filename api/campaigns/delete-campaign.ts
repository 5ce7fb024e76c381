import { explainUndeletable } from "../../domain/campaign/editable-settings.ts";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { deleteDraft } from "../../infra/postgres/campaign/draft.repository.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound, commandRefused } from "./campaigns.errors.ts";
import type { campaignParams } from "./campaigns.schemas.ts";

/**
 * Deletes a draft, which has called nobody. A start that is under way waits for the row's lock, and then finds no
 * campaign.
 */
export const deleteCampaign = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof campaignParams }>,
) =>
  context.inOrganization(async (tx) => {
    const campaign = await lockCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    const refusal = explainUndeletable(campaign.state);
    if (refusal) throw commandRefused(refusal);
    await deleteDraft(tx, campaign);
    const actor = formatActor(context.actor);
    const { id, organization_id: organizationId } = campaign;
    await recordCampaign(tx, { organizationId, id, change: "deleted", actor });
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "campaign",
      actor,
      summary: `${campaign.name}: the draft was deleted`,
      payload: { campaign_id: campaign.id, event: "deleted" },
      agentId: campaign.agent_id,
    });
    return { success: true };
  });
