import { listUnfinishedRequests, type UnfinishedRequest } from "../../infra/postgres/request/request-progress.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { listOpenWorkflows } from "../../infra/temporal/list-open-workflows.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type LookDependencies = Pick<WorkerDependencies, "database" | "temporal">;

const LOST_AFTER_SECONDS = 60;
const PAGE_SIZE = 1000;

/**
 * Starts a workflow for each request that has something left to be done about it and has none: its process died before it
 * was started, Temporal was away, or somebody ended it by hand. Gives how many.
 */
export const restartLostRequests = async (
  dependencies: LookDependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const { temporal } = dependencies;
  let restarted = 0;
  let open: Set<string> | null = null;
  for await (const row of unfinished(dependencies, olderThanSeconds)) {
    const workflowId = requestContract.workflowId({ organizationId: row.organization_id, requestId: row.id });
    open ??= await listOpenWorkflows(temporal, requestContract.type);
    if (open.has(workflowId) || (await isOpen(temporal, workflowId))) continue;
    if (await startOnce(temporal, requestContract.type, requestStartOptions(row))) restarted += 1;
  }
  return restarted;
};

async function* unfinished(
  { database }: LookDependencies,
  olderThanSeconds: number,
): AsyncGenerator<UnfinishedRequest> {
  for (let afterId = 0; ; ) {
    const page = await listUnfinishedRequests(database, { olderThanSeconds, afterId, limit: PAGE_SIZE });
    yield* page;
    if (page.length === 0) return;
    afterId = page.at(-1)?.id ?? afterId;
  }
}
