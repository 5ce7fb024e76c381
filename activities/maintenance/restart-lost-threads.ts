import { listUnansweredThreads } from "../../infra/postgres/thread/replies.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { threadContract, threadStartOptions } from "../../workflows/thread/thread.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createOpenWorkflowCheck, readPagesById, restartLost } from "./restart-lost.ts";

const THREAD_LOST_AFTER_SECONDS = 30;

/**
 * Starts a workflow for each thread with a message that waits for its reply and no workflow: the process that took the
 * message died before the start, Temporal was not reachable, or somebody terminated it. Returns how many.
 */
export const restartLostThreads = (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = THREAD_LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const isRunning = createOpenWorkflowCheck(temporal, threadContract.type);
  const threads = readPagesById((page) => listUnansweredThreads(database, { olderThanSeconds, ...page }));
  return restartLost(threads, {
    hasWorkflow: ({ organization_id: organizationId, id: threadId }) =>
      isRunning(threadContract.workflowId({ organizationId, threadId })),
    restart: (row) => startOnce(temporal, threadContract.type, threadStartOptions(row)),
  });
};
