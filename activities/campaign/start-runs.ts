import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import type { CampaignAddress } from "../../workflows/campaign/campaign.contract.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import {
  agentIdAttribute,
  campaignIdAttribute,
  environmentAttribute,
  organizationIdAttribute,
} from "../../workflows/search-attributes.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { fairnessOf } from "../../workflows/fairness.ts";

export interface RunToStart {
  uuid: string;
  name: string;
  agent_id: number;
  environment: string;
}

const AT_ONCE = 25;

/** Starts the workflow of each run; one that is started already is left alone. */
export const startRuns = async (
  deps: WorkerDependencies,
  { shardId, ...address }: CampaignAddress & { shardId: string },
  runs: readonly RunToStart[],
): Promise<void> => {
  for (let at = 0; at < runs.length; at += AT_ONCE) {
    await Promise.all(runs.slice(at, at + AT_ONCE).map((run) => startRun(deps, { ...address, shardId, run })));
  }
};

const startRun = async (
  { temporal }: WorkerDependencies,
  { organizationId, campaignId, shardId, run }: CampaignAddress & { shardId: string; run: RunToStart },
): Promise<void> => {
  try {
    await temporal.workflow.start(callRunContract.type, {
      workflowId: callRunContract.workflowId({ organizationId, runUuid: run.uuid }),
      taskQueue: callRunContract.taskQueue,
      workflowIdReusePolicy: callRunContract.workflowIdReusePolicy,
      workflowTaskTimeout: "5 seconds",
      // The first task comes with the answer when this worker has room for it: nobody has to be found for it.
      requestEagerStart: true,
      args: [{ organizationId, runUuid: run.uuid, shardId, settlesLocally: true }],
      priority: fairnessOf(organizationId),
      staticSummary: run.name,
      typedSearchAttributes: [
        { key: organizationIdAttribute, value: organizationId },
        { key: campaignIdAttribute, value: campaignId },
        { key: agentIdAttribute, value: run.agent_id },
        { key: environmentAttribute, value: run.environment },
      ],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};
