import { listUnfinishedRuns, type UnfinishedRun } from "../../infra/postgres/call/unfinished-runs.repository.ts";
import { endStuckWorkflow } from "../../infra/temporal/end-stuck-workflow.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { callRunContract, callRunStartOptions } from "../../workflows/call-run/call-run.contract.ts";
import { campaignContract } from "../../workflows/campaign/campaign.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createOpenWorkflowCheck, readPagesById, restartLost } from "./restart-lost.ts";

type LookDependencies = Pick<WorkerDependencies, "database" | "temporal" | "logger">;

/** Longer than a claim takes to start its runs. */
const CALL_LOST_AFTER_SECONDS = 120;
/** Each is checked by a request of its own, and calls this long are few. */
const STUCK_AFTER_SECONDS = 300;

/**
 * Starts a workflow again for each call that is not over and has none: it was terminated by hand, or it is lost with
 * the server's data. The row decides: a call that its carrier may know is looked up and never dialled again; a queued
 * one goes through admission. Returns how many.
 */
export const restartLostCalls = (
  dependencies: LookDependencies,
  { olderThanSeconds = CALL_LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const isRunning = createOpenWorkflowCheck(dependencies.temporal, callRunContract.type);
  return restartLost(unfinishedRuns(dependencies, olderThanSeconds), {
    hasWorkflow: (run) => isRunning(workflowIdOf(run)),
    restart: (run) => restart(dependencies, run),
  });
};

/**
 * Restarts calls whose workflow does nothing, because its task fails again and again: it is terminated, and another one
 * continues from the row. Activities of the first that are still running obey the row's rules.
 */
export const restartStuckCalls = (
  dependencies: LookDependencies,
  { olderThanSeconds = STUCK_AFTER_SECONDS, ...stuck }: { olderThanSeconds?: number; afterAttempts?: number } = {},
): Promise<number> =>
  restartLost(unfinishedRuns(dependencies, olderThanSeconds), {
    hasWorkflow: async (run) => !(await endStuckWorkflow(dependencies, workflowIdOf(run), stuck)),
    restart: (run) => restart(dependencies, run),
  });

const unfinishedRuns = ({ database }: LookDependencies, olderThanSeconds: number): AsyncGenerator<UnfinishedRun> =>
  readPagesById((page) => listUnfinishedRuns(database, { olderThanSeconds, ...page }));

const workflowIdOf = ({ organization_id, uuid }: UnfinishedRun): string =>
  callRunContract.workflowId({ organizationId: organization_id, runUuid: uuid });

/** Returns false when another process was faster. */
const restart = ({ temporal }: LookDependencies, run: UnfinishedRun): Promise<boolean> => {
  const shardId = run.campaign_id === null ? undefined : shardOf(run);
  return startOnce(temporal, callRunContract.type, callRunStartOptions(run, { shardId, again: true }));
};

/**
 * Runs of earlier code do not say who claimed them: they queue like a campaign's, and nobody is notified of their end.
 */
const shardOf = ({ organization_id: organizationId, campaign_id, shard_id }: UnfinishedRun): string =>
  shard_id ?? `${campaignContract.workflowId({ organizationId, campaignId: campaign_id ?? 0 })}/shard-unknown`;
