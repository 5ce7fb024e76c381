import { beginRemoval } from "../../application/removal/begin-removal.ts";
import { explainUndeletable } from "../../domain/campaign/editable-settings.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { deleteDraft, explainRelatives, markDeleted } from "../../infra/postgres/campaign/draft.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordCampaign } from "../../infra/postgres/record/record-settings.ts";
import type { Removal } from "../../infra/postgres/removal/removal.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { removalContract, removalStartOptions } from "../../workflows/removal/removal.contract.ts";
import { requirePermission } from "../http/authenticate.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { campaignNotFound, commandRefused } from "./campaigns.errors.ts";
import type { campaignParams, deleteCampaignQuery } from "./campaigns.schemas.ts";

type Input = OperationInput<{ params: typeof campaignParams; query: typeof deleteCampaignQuery }>;

/**
 * Deletes a draft, which has called nobody, at once; a campaign that is over is gone for readers at once, and a workflow removes its
 * calls. A start that is under way waits for the row's lock, and then finds no campaign.
 */
export const deleteCampaign = async (context: OperationContext, { params, query }: Input) => {
  const removal = await context.inOrganization(async (tx) => {
    const campaign = await lockCampaign(tx, params.campaign_id);
    if (!campaign) throw campaignNotFound();
    requireOwnEnvironment(context.actor, campaign, "campaign");
    const refusal = explainUndeletable(campaign.state, query.with_calls) ?? (await explainRelatives(tx, campaign));
    if (refusal) throw commandRefused(refusal);
    const begun = campaign.state === "draft" ? null : await removeCalls(context, tx, campaign);
    if (!begun) await deleteDraft(tx, campaign);
    await recordDeletion(context, tx, campaign);
    return begun;
  });
  if (removal) await startRemoval(context, removal);
  return { success: true, removal_id: removal?.uuid ?? null };
};

const removeCalls = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { id, organization_id: organizationId }: Campaign,
): Promise<Removal> => {
  requirePermission(context.actor, "admin");
  await markDeleted(tx, id);
  const { removal } = await beginRemoval(tx, {
    organizationId,
    uuid: context.requestUuid(),
    campaignId: id,
    selection: { campaignId: id },
    actor: formatActor(context.actor),
  });
  return removal;
};

const recordDeletion = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { id, organization_id: organizationId, name, state, agent_id: agentId }: Campaign,
): Promise<void> => {
  const actor = formatActor(context.actor);
  await recordCampaign(tx, { organizationId, id, change: "deleted", actor });
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "campaign",
    actor,
    summary: `${name}: the ${state === "draft" ? "draft was deleted" : "campaign was deleted with its calls"}`,
    payload: { campaign_id: id, event: "deleted" },
    agentId,
  });
};

const startRemoval = (
  context: OperationContext,
  { organization_id: organizationId, uuid: removalUuid }: Removal,
): Promise<void> => tryToStart(context, removalContract.type, removalStartOptions({ organizationId, removalUuid }));
