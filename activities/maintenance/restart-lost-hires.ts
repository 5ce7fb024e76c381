import { listUnfinishedHires } from "../../infra/postgres/template/template-hire.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  templateHireContract,
  templateHireStartOptions,
} from "../../workflows/template-hire/template-hire.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { LOST_AFTER_SECONDS, restartLost } from "./restart-lost.ts";

/** Starts the workflow of each hire in progress that has none. Returns how many. */
export const restartLostHires = async (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> =>
  restartLost(await listUnfinishedHires(database, { olderThanSeconds }), {
    hasWorkflow: (hire) => isOpen(temporal, templateHireContract.workflowId(hire)),
    restart: ({ templateId, ...hire }) => {
      const options = { ...templateHireStartOptions(hire, { templateId }), workflowIdConflictPolicy: "FAIL" as const };
      return startOnce(temporal, templateHireContract.type, options);
    },
  });
