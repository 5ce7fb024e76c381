import { WorkflowNotFoundError } from "@temporalio/common";
import {
  cancelQueuedCall,
  listQueuedCalls,
  type UnstartedRun,
} from "../../infra/postgres/call/unstarted-runs.repository.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

const SWEEP_EVERY_MS = 60_000;
/** Longer than any request waits for the workflow that it starts. */
const ABANDONED_AFTER_SECONDS = 60;
const RUNS_PER_SWEEP = 500;
const DESCRIBE_WITHIN_MS = 5000;
const REASON = "its process ended before the call was started";

/**
 * Cancels calls outside campaigns that are queued and have no workflow: the process that wrote the row died before it
 * started one. Any number of processes may sweep at once. Gives how many were canceled.
 */
export const cancelAbandonedRuns = async (
  dependencies: ApiDependencies,
  { olderThanSeconds = ABANDONED_AFTER_SECONDS } = {},
): Promise<number> => {
  const queued = await listQueuedCalls(dependencies.database, { olderThanSeconds, limit: RUNS_PER_SWEEP });
  let canceled = 0;
  for (const run of queued) {
    if (await hasWorkflow(dependencies, run)) continue;
    await dependencies.database.inOrganization(run.organization_id, (tx) => cancelQueuedCall(tx, run.uuid, REASON));
    canceled += 1;
  }
  return canceled;
};

/** Sweeps every minute until the function it gives is called. */
export const watchAbandonedRuns = (dependencies: ApiDependencies): (() => void) => {
  const sweep = async () => {
    try {
      const canceled = await cancelAbandonedRuns(dependencies);
      if (canceled > 0) dependencies.logger.warn({ canceled }, "calls that were never started are canceled");
    } catch (err) {
      dependencies.logger.warn({ err }, "could not look for calls that were never started; trying again in a minute");
    }
  };
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  return () => clearInterval(timer);
};

/** Whether a workflow still cares for the run. Throws when Temporal cannot say. */
const hasWorkflow = async ({ temporal }: ApiDependencies, run: UnstartedRun): Promise<boolean> => {
  const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
  try {
    const { status } = await temporal.withDeadline(Date.now() + DESCRIBE_WITHIN_MS, () =>
      temporal.workflow.getHandle(workflowId).describe(),
    );
    return status.name === "RUNNING" || status.name === "PAUSED";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};
