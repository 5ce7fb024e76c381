import { listUnfinishedErasures } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  personErasureContract,
  personErasureStartOptions,
} from "../../workflows/person-erasure/person-erasure.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { LOST_AFTER_SECONDS, restartLost } from "./restart-lost.ts";

/** Starts the workflow of each unfinished erasure that has none. Returns how many. */
export const restartLostErasures = async (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> =>
  restartLost(await listUnfinishedErasures(database, { olderThanSeconds }), {
    hasWorkflow: (row) => isOpen(temporal, personErasureContract.workflowId(row)),
    restart: (row) => startOnce(temporal, personErasureContract.type, personErasureStartOptions(row)),
  });
