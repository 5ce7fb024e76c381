import { ABANDONED_AFTER_SECONDS } from "../../domain/call/call-states.rules.ts";
import {
  cancelOverdueCall,
  cancelQueuedCall,
  listQueuedCalls,
  type UnstartedRun,
} from "../../infra/postgres/call/unstarted-runs.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { repeatWork } from "../repeat-work.ts";

const LOOK_EVERY_MS = 60_000;
const RUNS_AT_ONCE = 500;
const TOO_LATE = "no worker took it up in time";
const REASON = "its process ended before the call was started";

/**
 * Cancels calls outside campaigns that are queued and have no workflow: the process that wrote the row died before it
 * started one. A call whose workflow waits for a worker is canceled when nobody expects the call any more. Several
 * processes may run it at once. Returns how many were canceled.
 */
export const cancelAbandonedRuns = async (
  dependencies: ApiDependencies,
  { olderThanSeconds = ABANDONED_AFTER_SECONDS } = {},
): Promise<number> => {
  const queued = await listQueuedCalls(dependencies.database, { olderThanSeconds, limit: RUNS_AT_ONCE });
  let canceled = 0;
  for (const run of queued) {
    const workflowId = callRunContract.workflowId({ organizationId: run.organization_id, runUuid: run.uuid });
    if (await cancel(dependencies, run, { isOpen: await isOpen(dependencies.temporal, workflowId) })) canceled += 1;
  }
  return canceled;
};

const cancel = (
  { database }: ApiDependencies,
  { organization_id, uuid }: UnstartedRun,
  workflow: { isOpen: boolean },
): Promise<boolean> =>
  database.inOrganization(organization_id, async (tx) => {
    if (workflow.isOpen) return cancelOverdueCall(tx, uuid, TOO_LATE);
    return (await cancelQueuedCall(tx, uuid, REASON))?.state === "canceled";
  });

/**
 * Runs every minute until the returned function is called. It runs in the API and not in the maintenance workflow, so that callers
 * learn that nobody placed their call even when no worker runs: a workflow would wait for a worker like the call itself.
 */
export const startCancelingAbandonedRuns = (dependencies: ApiDependencies): (() => void) => {
  const cancelThem = async () => {
    const count = await cancelAbandonedRuns(dependencies);
    if (count > 0) dependencies.logger.warn({ count }, "calls that no worker took up in time were canceled");
  };
  return repeatWork(cancelThem, {
    everyMs: LOOK_EVERY_MS,
    logger: dependencies.logger,
    whenItFails: "the search for calls that no worker took up failed; it is repeated every minute",
  });
};
