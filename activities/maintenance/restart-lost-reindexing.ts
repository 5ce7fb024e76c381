import { listOutdatedOrganizations } from "../../infra/postgres/document/outdated-documents.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startWithSignal } from "../../infra/temporal/start-workflow.ts";
import {
  documentReindexingContract,
  documentReindexingStartOptions,
  modelChangedSignal,
} from "../../workflows/document-processing/document-reindexing.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { restartLost } from "./restart-lost.ts";

/** Starts the workflow of each organization whose documents need new vectors, or whose words an index, and that has none. Returns how many. */
export const restartLostReindexing = async ({
  database,
  temporal,
}: Pick<WorkerDependencies, "database" | "temporal">): Promise<number> =>
  restartLost(await listOutdatedOrganizations(database), {
    hasWorkflow: (organizationId) => isOpen(temporal, documentReindexingContract.workflowId({ organizationId })),
    restart: async (organizationId) => {
      const options = { ...documentReindexingStartOptions({ organizationId }), signal: modelChangedSignal };
      await startWithSignal(temporal, documentReindexingContract.type, options);
      return true;
    },
  });
