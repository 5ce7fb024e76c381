import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  type CallRunToStart,
  callRunContract,
  callRunStartOptions,
} from "../../workflows/call-run/call-run.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

const AT_ONCE = 25;

/** Starts the workflow of each run; a started one is left alone. */
export const startRuns = async (
  deps: WorkerDependencies,
  shardId: string,
  runs: readonly CallRunToStart[],
): Promise<void> => {
  for (let at = 0; at < runs.length; at += AT_ONCE) {
    await Promise.all(runs.slice(at, at + AT_ONCE).map((run) => startRun(deps, shardId, run)));
  }
};

// With room in this worker the first task comes with the answer, so that no other worker has to be found.
const startRun = ({ temporal }: WorkerDependencies, shardId: string, run: CallRunToStart): Promise<boolean> =>
  startOnce(temporal, callRunContract.type, { ...callRunStartOptions(run, { shardId }), requestEagerStart: true });
