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

// Where this worker has room, it gets the first task with the answer, and no other worker has to be found.
const startRun = ({ temporal }: WorkerDependencies, shardId: string, run: CallRunToStart): Promise<boolean> =>
  startOnce(temporal, callRunContract.type, { ...callRunStartOptions(run, { shardId }), requestEagerStart: true });
