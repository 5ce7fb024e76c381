import { listUnfinishedHires } from "../../infra/postgres/template/template-hire.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  templateHireContract,
  templateHireStartOptions,
} from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

const LOST_AFTER_SECONDS = 60;

/** Starts the workflow of each hire that is under way and has none; one that runs is left alone. Gives how many. */
export const restartLostHires = async (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  let restarted = 0;
  for (const { templateId, ...hire } of await listUnfinishedHires(database, { olderThanSeconds })) {
    const options = { ...templateHireStartOptions(hire, { templateId }), workflowIdConflictPolicy: "FAIL" as const };
    if (await startOnce(temporal, templateHireContract.type, options)) restarted += 1;
  }
  return restarted;
};
