import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { listRunningCampaigns } from "../../infra/postgres/campaign/running-campaigns.repository.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import { isOpen } from "../http/is-open.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { startOptions } from "./campaign-workflow.ts";

/**
 * Starts the workflow of each campaign again that runs by its row and has none: it was terminated by hand, or it is lost
 * with the server's data. It goes on by the rows. Any number of processes may look at once. Gives how many.
 */
export const restartLostCampaigns = async (dependencies: ApiDependencies): Promise<number> => {
  let restarted = 0;
  for (const { id: campaignId, organization_id: organizationId } of await listRunningCampaigns(dependencies.database)) {
    const address = { organizationId, campaignId };
    if (await isOpen(dependencies, campaignContract.workflowId(address))) continue;
    if (await restart(dependencies, address)) restarted += 1;
  }
  return restarted;
};

/** False when it does not run any more, or another process was faster. */
const restart = async (
  { database, temporal }: ApiDependencies,
  { organizationId, campaignId }: { organizationId: number; campaignId: number },
): Promise<boolean> => {
  const campaign = await database.inOrganization(organizationId, (tx) => findCampaign(tx, campaignId));
  if (campaign?.state !== "running") return false;
  try {
    await temporal.workflow.start(campaignContract.type, {
      ...startOptions(campaign),
      workflowIdConflictPolicy: "FAIL",
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
};
