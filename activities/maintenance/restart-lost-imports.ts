import {
  listUnfinishedImports,
  type UnfinishedImport,
} from "../../infra/postgres/contact/unfinished-imports.repository.ts";
import { startOnce } from "../../infra/temporal/start-workflow.ts";
import {
  contactImportContract,
  contactImportStartOptions,
  summarizeImport,
} from "../../workflows/contact-import/contact-import.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createOpenWorkflowCheck, LOST_AFTER_SECONDS, readPagesById, restartLost } from "./restart-lost.ts";

/**
 * Starts a workflow for each import of contacts that is not over and has none: Temporal was not reachable at the request,
 * somebody terminated the workflow, or the platform was restored from a backup. It goes on behind the rows that are merged.
 * Returns how many.
 */
export const restartLostImports = (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const isRunning = createOpenWorkflowCheck(temporal, contactImportContract.type);
  return restartLost(
    readPagesById((page) => listUnfinishedImports(database, { olderThanSeconds, ...page })),
    {
      hasWorkflow: (row) => isRunning(contactImportContract.workflowId(inputOf(row))),
      restart: (row) =>
        startOnce(
          temporal,
          contactImportContract.type,
          contactImportStartOptions(inputOf(row), summarizeImport(row), { again: true }),
        ),
    },
  );
};

const inputOf = ({ organization_id: organizationId, id: importId }: UnfinishedImport) => ({ organizationId, importId });
