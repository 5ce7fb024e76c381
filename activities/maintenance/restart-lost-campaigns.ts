import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import { listRunningCampaigns } from "../../infra/postgres/campaign/running-campaigns.repository.ts";
import { endStuckWorkflow } from "../../infra/temporal/end-stuck-workflow.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  type CampaignAddress,
  campaignContract,
  campaignRestartOptions,
} from "../../workflows/campaign/campaign.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { restartLost } from "./restart-lost.ts";

type LookDependencies = Pick<WorkerDependencies, "database" | "temporal" | "logger">;

/**
 * Restarts the workflow of each campaign that is running by its row and has no workflow: it was terminated by hand, it is lost with
 * the server's data, or its task kept failing and it is terminated here. It continues from the rows. Returns how many.
 */
export const restartLostCampaigns = async (
  dependencies: LookDependencies,
  stuck: { afterAttempts?: number } = {},
): Promise<number> => {
  const campaigns = await listRunningCampaigns(dependencies.database);
  const addresses = campaigns.map(({ id, organization_id }) => ({ organizationId: organization_id, campaignId: id }));
  return restartLost(addresses, {
    hasWorkflow: (address) => isAtWork(dependencies, campaignContract.workflowId(address), stuck),
    restart: (address) => restart(dependencies, address),
  });
};

const isAtWork = async (
  dependencies: LookDependencies,
  workflowId: string,
  stuck: { afterAttempts?: number },
): Promise<boolean> =>
  (await isOpen(dependencies.temporal, workflowId)) && !(await endStuckWorkflow(dependencies, workflowId, stuck));

/** Returns false when it no longer runs, or when a command started it meanwhile. */
const restart = async ({ database, temporal }: LookDependencies, address: CampaignAddress): Promise<boolean> => {
  const campaign = await database.inOrganization(address.organizationId, (tx) => findCampaign(tx, address.campaignId));
  if (campaign?.state !== "running") return false;
  return startOnce(temporal, campaignContract.type, campaignRestartOptions(campaign));
};
