import { listUnfinishedRequests } from "../../infra/postgres/request/request-progress.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { openWorkflows, pagesById, restartLost } from "./restart-lost.ts";

const LOST_AFTER_SECONDS = 60;

/**
 * Starts a workflow for each request that has something left to be done about it and has none: its process died before it
 * was started, Temporal was away, or somebody ended it by hand. Gives how many.
 */
export const restartLostRequests = (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const isRunning = openWorkflows(temporal, requestContract.type);
  const requests = pagesById((page) => listUnfinishedRequests(database, { olderThanSeconds, ...page }));
  return restartLost(requests, {
    hasWorkflow: ({ organization_id: organizationId, id: requestId }) =>
      isRunning(requestContract.workflowId({ organizationId, requestId })),
    restart: (row) => startOnce(temporal, requestContract.type, requestStartOptions(row)),
  });
};
