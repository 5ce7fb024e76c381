import { forgetRemovedAttempts, listUnfinishedRemovals } from "../../infra/postgres/removal/removals.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { removalContract, removalStartOptions } from "../../workflows/removal/removal.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { LOST_AFTER_SECONDS, restartLost } from "./restart-lost.ts";

/** Starts the workflow of each unfinished removal that has none. Returns how many. */
export const restartLostRemovals = async (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> =>
  restartLost(await listUnfinishedRemovals(database, { olderThanSeconds }), {
    hasWorkflow: (row) => isOpen(temporal, removalContract.workflowId(row)),
    restart: (row) => startOnce(temporal, removalContract.type, removalStartOptions(row)),
  });

const ATTEMPTS_AT_ONCE = 5_000;

/** Forgets attempts of removed runs that no limit looks back to; it is no fault, and is not counted. */
export const forgetOldAttempts = async ({ database }: Pick<WorkerDependencies, "database">): Promise<number> => {
  while ((await forgetRemovedAttempts(database, ATTEMPTS_AT_ONCE)) === ATTEMPTS_AT_ONCE);
  return 0;
};
