import { listUnfinishedWhatIfs } from "../../infra/postgres/what-if/what-if.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import { whatIfContract, whatIfStartOptions } from "../../workflows/what-if/what-if.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { LOST_AFTER_SECONDS, restartLost } from "./restart-lost.ts";

/** Starts the workflow of each question to a campaign's past that is not answered and has none. Returns how many. */
export const restartLostWhatIfs = async (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> =>
  restartLost(await listUnfinishedWhatIfs(database, { olderThanSeconds }), {
    hasWorkflow: (row) => isOpen(temporal, whatIfContract.workflowId(row)),
    restart: (row) =>
      startOnce(temporal, whatIfContract.type, {
        ...whatIfStartOptions(row),
        workflowIdConflictPolicy: "FAIL" as const,
      }),
  });
