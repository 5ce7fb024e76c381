import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { listUnfinishedRuns, type UnfinishedRun } from "../../infra/postgres/call/unfinished-runs.repository.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import { fairnessOf } from "../../workflows/fairness.ts";
import {
  agentIdAttribute,
  campaignIdAttribute,
  environmentAttribute,
  organizationIdAttribute,
} from "../../workflows/search-attributes.ts";
import { isOpen } from "../http/is-open.ts";
import type { ApiDependencies } from "../http/operation-context.ts";

/** Longer than a claim takes to start what it claimed. */
const LOST_AFTER_SECONDS = 120;
const PAGE_SIZE = 1000;

/**
 * Starts a workflow again for each call that is not over and has none: it was terminated by hand, or it is lost with
 * the server's data. The row decides what it does: a call that its carrier may have heard of is asked about and never
 * dialled again; one that still waits goes through admission. Any number of processes may look at once. Gives how many.
 */
export const restartLostCalls = async (
  dependencies: ApiDependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  let restarted = 0;
  let page = await listUnfinishedRuns(dependencies.database, { olderThanSeconds, afterId: 0, limit: PAGE_SIZE });
  const open = page.length > 0 ? await openCalls(dependencies) : new Set<string>();
  for (; page.length > 0; page = await pageAfter(dependencies, { page, olderThanSeconds })) {
    for (const run of page) {
      // The list of open workflows may be behind: only the workflow itself can say that it is closed.
      if (open.has(workflowIdOf(run)) || (await isOpen(dependencies, workflowIdOf(run)))) continue;
      if (await restart(dependencies, run)) restarted += 1;
    }
  }
  return restarted;
};

const pageAfter = (
  { database }: ApiDependencies,
  { page, olderThanSeconds }: { page: readonly UnfinishedRun[]; olderThanSeconds: number },
): Promise<UnfinishedRun[]> =>
  listUnfinishedRuns(database, { olderThanSeconds, afterId: page.at(-1)?.id ?? 0, limit: PAGE_SIZE });

const openCalls = async ({ temporal }: ApiDependencies): Promise<Set<string>> => {
  const query = `WorkflowType = '${callRunContract.type}' AND ExecutionStatus = 'Running'`;
  const ids = new Set<string>();
  for await (const { workflowId } of temporal.workflow.list({ query, pageSize: PAGE_SIZE })) ids.add(workflowId);
  return ids;
};

const workflowIdOf = ({ organization_id, uuid }: UnfinishedRun): string =>
  callRunContract.workflowId({ organizationId: organization_id, runUuid: uuid });

/** False when another process was faster. */
const restart = async ({ temporal }: ApiDependencies, run: UnfinishedRun): Promise<boolean> => {
  const { organization_id: organizationId, campaign_id: campaignId, uuid: runUuid } = run;
  try {
    await temporal.workflow.start(callRunContract.type, {
      workflowId: workflowIdOf(run),
      taskQueue: callRunContract.taskQueue,
      // The id was used; that nobody is dialled twice is up to the row.
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
      workflowTaskTimeout: "5 seconds",
      args: [{ organizationId, runUuid, ...(campaignId !== null && { shardId: shardOf(run) }), settlesLocally: true }],
      priority: fairnessOf(organizationId),
      staticSummary: `${run.name}, taken up again`,
      typedSearchAttributes: [
        { key: organizationIdAttribute, value: organizationId },
        ...(campaignId === null ? [] : [{ key: campaignIdAttribute, value: campaignId }]),
        { key: agentIdAttribute, value: run.agent_id },
        { key: environmentAttribute, value: run.environment },
      ],
    });
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
};

/** Runs of earlier code do not say who claimed them: they wait like a campaign's, and nobody is told of their end. */
const shardOf = ({ organization_id: organizationId, campaign_id, shard_id }: UnfinishedRun): string =>
  shard_id ?? `${campaignContract.workflowId({ organizationId, campaignId: campaign_id ?? 0 })}/shard-unknown`;
