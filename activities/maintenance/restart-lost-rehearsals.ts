import { listUnfinishedRehearsals } from "../../infra/postgres/rehearsal/rehearsal.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { rehearsalContract, rehearsalStartOptions } from "../../workflows/rehearsal/rehearsal.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { LOST_AFTER_SECONDS, restartLost } from "./restart-lost.ts";

/** Starts the workflow of each unfinished rehearsal that has none. Returns how many. */
export const restartLostRehearsals = async (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> =>
  restartLost(await listUnfinishedRehearsals(database, { olderThanSeconds }), {
    hasWorkflow: (row) => isOpen(temporal, rehearsalContract.workflowId(row)),
    restart: (row) =>
      startOnce(temporal, rehearsalContract.type, {
        ...rehearsalStartOptions(row),
        workflowIdConflictPolicy: "FAIL" as const,
      }),
  });
