import { listUnansweredThreads, type UnansweredThread } from "../../infra/postgres/thread/replies.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { listOpenWorkflows } from "../../infra/temporal/list-open-workflows.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { threadContract, threadStartOptions } from "../../workflows/thread/thread.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type LookDependencies = Pick<WorkerDependencies, "database" | "temporal">;

const LOST_AFTER_SECONDS = 30;
const PAGE_SIZE = 1000;

/**
 * Starts a workflow for each thread with a message that waits for its reply and has none: the process that took the
 * message died before it started one, Temporal was away, or somebody ended it by hand. Gives how many.
 */
export const restartLostThreads = async (
  dependencies: LookDependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const { temporal } = dependencies;
  let restarted = 0;
  let open: Set<string> | null = null;
  for await (const row of unanswered(dependencies, olderThanSeconds)) {
    const workflowId = threadContract.workflowId({ organizationId: row.organization_id, threadId: row.id });
    open ??= await listOpenWorkflows(temporal, threadContract.type);
    if (open.has(workflowId) || (await isOpen(temporal, workflowId))) continue;
    if (await startOnce(temporal, threadContract.type, threadStartOptions(row))) restarted += 1;
  }
  return restarted;
};

async function* unanswered({ database }: LookDependencies, olderThanSeconds: number): AsyncGenerator<UnansweredThread> {
  for (let afterId = 0; ; ) {
    const page = await listUnansweredThreads(database, { olderThanSeconds, afterId, limit: PAGE_SIZE });
    yield* page;
    if (page.length === 0) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}
