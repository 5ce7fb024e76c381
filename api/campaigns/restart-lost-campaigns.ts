import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { listRunningCampaigns } from "../../infra/postgres/campaign/running-campaigns.repository.ts";
import { campaignContract, campaignStartOptions } from "../../workflows/campaign/campaign.contract.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { endStuckWorkflow } from "../../infra/temporal/end-stuck-workflow.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/**
 * Starts the workflow of each campaign again that runs by its row and has none: it was terminated by hand, it is lost
 * with the server's data, or its task kept failing and it is ended here. It goes on by the rows. Any number of processes may look at once. Gives how many.
 */
export const restartLostCampaigns = async (
  dependencies: ApiDependencies,
  stuck: { afterAttempts?: number } = {},
): Promise<number> => {
  let restarted = 0;
  for (const { id: campaignId, organization_id: organizationId } of await listRunningCampaigns(dependencies.database)) {
    const address = { organizationId, campaignId };
    const workflowId = campaignContract.workflowId(address);
    const isAtWork = async () =>
      (await isOpen(dependencies.temporal, workflowId)) && !(await endStuckWorkflow(dependencies, workflowId, stuck));
    if (await isAtWork()) continue;
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
  const options = { ...campaignStartOptions(campaign), workflowIdConflictPolicy: "FAIL" as const };
  return startOnce(temporal, campaignContract.type, options);
};
