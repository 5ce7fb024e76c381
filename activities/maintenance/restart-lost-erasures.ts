import { repeatErasures } from "../../infra/backup/repeat-erasures.ts";
import { listUnfinishedErasures } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import { listUnfinishedExports } from "../../infra/postgres/privacy/person-exports.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  personErasureContract,
  personErasureStartOptions,
} from "../../workflows/person-erasure/person-erasure.contract.ts";
import {
  personExportContract,
  personExportStartOptions,
} from "../../workflows/person-export/person-export.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { LOST_AFTER_SECONDS, restartLost } from "./restart-lost.ts";

type Dependencies = Pick<WorkerDependencies, "database" | "temporal" | "objectStore" | "secrets" | "logger">;

/** Starts the workflow of each unfinished erasure and export that has none, and finishes what a restore left of its own. Returns how many. */
export const restartLostErasures = async (
  deps: Dependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const { database, temporal } = deps;
  const restarted = await restartLost(await listUnfinishedErasures(database, { olderThanSeconds }), {
    hasWorkflow: (row) => isOpen(temporal, personErasureContract.workflowId(row)),
    restart: (row) => startOnce(temporal, personErasureContract.type, personErasureStartOptions(row)),
  });
  return restarted + (await restartLostExports(deps, { olderThanSeconds })) + (await finishRestore(deps));
};

const restartLostExports = async (
  { database, temporal }: Dependencies,
  { olderThanSeconds }: { olderThanSeconds: number },
): Promise<number> => {
  const exports = await listUnfinishedExports(database, { olderThanSeconds });
  const inputs = exports.map(({ organizationId, uuid: exportUuid }) => ({ organizationId, exportUuid }));
  return restartLost(inputs, {
    hasWorkflow: (row) => isOpen(temporal, personExportContract.workflowId(row)),
    restart: (row) => startOnce(temporal, personExportContract.type, personExportStartOptions(row)),
  });
};

/** A backup that was restored has brought people back who were erased after it: their erasures begin again. */
const finishRestore = async ({ logger, ...deps }: Dependencies): Promise<number> => {
  const { repeated, unread } = await repeatErasures(deps);
  for (const { objectKey, reason } of unread)
    logger.error(
      { objectKey, reason },
      "an erasure since the restored backup cannot be read and is not carried out again: add the key that sealed it to ENCRYPTION_KEYS_FORMER",
    );
  return repeated;
};
