import { cancelQueuedCall, listQueuedCalls } from "../../infra/postgres/call/unstarted-runs.repository.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import { isOpen } from "../http/is-open.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/** Longer than any request waits for the workflow that it starts. */
const ABANDONED_AFTER_SECONDS = 60;
const RUNS_PER_SWEEP = 500;
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
    const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
    if (await isOpen(dependencies, workflowId)) continue;
    await dependencies.database.inOrganization(run.organization_id, (tx) => cancelQueuedCall(tx, run.uuid, REASON));
    canceled += 1;
  }
  return canceled;
};
