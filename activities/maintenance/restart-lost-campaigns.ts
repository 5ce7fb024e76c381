import { syncSchedule } from "../../application/campaign/recurrence-schedule.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import {
  listRecurringCampaigns,
  listRunningCampaigns,
  listScheduledCampaigns,
} from "../../infra/postgres/campaign/running-campaigns.repository.ts";
import { endStuckWorkflow } from "../../infra/temporal/end-stuck-workflow.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  type CampaignAddress,
  campaignContract,
  campaignRestartOptions,
  rescheduleSignal,
} from "../../workflows/campaign/campaign.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { restartLost } from "./restart-lost.ts";

type LookDependencies = Pick<WorkerDependencies, "database" | "temporal" | "logger">;

/**
 * Restarts the workflow of each campaign that is running or scheduled by its row and has no workflow: it was terminated by hand, it
 * is lost with the server's data, or its task kept failing and it is terminated here. It continues from the rows. A workflow that
 * still waits although its campaign should have begun has not heard of an earlier start, and is told. Returns how many.
 */
export const restartLostCampaigns = async (
  dependencies: LookDependencies,
  stuck: { afterAttempts?: number } = {},
): Promise<number> => {
  await keepSchedules(dependencies);
  const running = await listRunningCampaigns(dependencies.database);
  const scheduled = await listScheduledCampaigns(dependencies.database);
  const addresses = [...running, ...scheduled].map(({ id, organization_id }) => ({
    organizationId: organization_id,
    campaignId: id,
  }));
  const overdue = scheduled.filter(({ begins_at: at }) => at !== null && at.getTime() < Date.now() - OVERDUE_MS);
  const told = new Set(overdue.map(({ id }) => id));
  return restartLost(addresses, {
    hasWorkflow: async (address) => {
      const isOpenNow = await isAtWork(dependencies, campaignContract.workflowId(address), stuck);
      if (isOpenNow && told.has(address.campaignId)) await tellOfStart(dependencies, address);
      return isOpenNow;
    },
    restart: (address) => restart(dependencies, address),
  });
};

/** Brings back schedules that were deleted by hand, lost with the server's data, or not made or changed where Temporal was away. */
const keepSchedules = async ({ database, temporal }: LookDependencies): Promise<void> => {
  for (const { id, organization_id: organizationId } of await listRecurringCampaigns(database)) {
    const campaign = await database.inOrganization(organizationId, (tx) => findCampaign(tx, id));
    if (campaign?.state === "scheduled") await syncSchedule(temporal, campaign, new Date());
  }
};

/** Longer than the timer of a start and its activity need. */
const OVERDUE_MS = 15_000;

const tellOfStart = async ({ temporal }: LookDependencies, address: CampaignAddress): Promise<void> => {
  await temporal.workflow.getHandle(campaignContract.workflowId(address)).signal(rescheduleSignal);
};

const isAtWork = async (
  dependencies: LookDependencies,
  workflowId: string,
  stuck: { afterAttempts?: number },
): Promise<boolean> =>
  (await isOpen(dependencies.temporal, workflowId)) && !(await endStuckWorkflow(dependencies, workflowId, stuck));

/** Returns false when it neither runs nor is to begin any more, or when a command started it meanwhile. */
const restart = async ({ database, temporal }: LookDependencies, address: CampaignAddress): Promise<boolean> => {
  const campaign = await database.inOrganization(address.organizationId, (tx) => findCampaign(tx, address.campaignId));
  if (campaign?.state !== "running" && campaign?.state !== "scheduled") return false;
  return startOnce(temporal, campaignContract.type, campaignRestartOptions(campaign));
};
