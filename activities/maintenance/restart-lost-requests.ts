import { listUnfinishedRequests, listUnheardAnswers } from "../../infra/postgres/request/request-progress.ts";
import { startOnce, startWithSignal } from "../../infra/temporal/start-workflow.ts";
import { lookAtRequestSignal, requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createOpenWorkflowCheck, LOST_AFTER_SECONDS, readPagesById, restartLost } from "./restart-lost.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "temporal" | "logger">;

/**
 * Starts a workflow for each request with work left and no workflow: its process died before the start, Temporal was
 * not reachable, or somebody terminated it. A running one is signalled again, because the process that took the answer
 * may have died before it did. Returns how many were started, without the signalled ones, which may be call backs in
 * progress.
 */
export const restartLostRequests = async (
  deps: Dependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const { database, temporal } = deps;
  const isRunning = createOpenWorkflowCheck(temporal, requestContract.type);
  const requests = readPagesById((page) => listUnfinishedRequests(database, { olderThanSeconds, ...page }));
  const restarted = await restartLost(requests, {
    hasWorkflow: ({ organization_id: organizationId, id: requestId }) =>
      isRunning(requestContract.workflowId({ organizationId, requestId })),
    restart: (row) => startOnce(temporal, requestContract.type, requestStartOptions(row)),
  });
  await tellOfAnswers(deps, olderThanSeconds);
  return restarted;
};

const tellOfAnswers = async ({ database, temporal, logger }: Dependencies, olderThanSeconds: number): Promise<void> => {
  let told = 0;
  for await (const row of readPagesById((page) => listUnheardAnswers(database, { olderThanSeconds, ...page }))) {
    const options = { ...requestStartOptions(row), signal: lookAtRequestSignal };
    try {
      await startWithSignal(temporal, requestContract.type, options);
      told += 1;
    } catch (error) {
      // The other requests are still signalled; the next search tries this one again.
      logger.warn(
        { err: error, request_id: row.id },
        "maintenance: the workflow of a request could not be signalled its answer",
      );
    }
  }
  if (told > 0) logger.debug({ count: told }, "maintenance: signalled the workflows of requests their answers again");
};
