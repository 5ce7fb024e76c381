import { listOutdatedOrganizations } from "../../infra/postgres/document/outdated-documents.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startWithSignal } from "../../infra/temporal/start-workflow.ts";
import {
  knowledgeReindexingContract,
  knowledgeReindexingStartOptions,
  modelChangedSignal,
} from "../../workflows/document-processing/knowledge-reindexing.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { restartLost } from "./restart-lost.ts";

/** Starts the workflow of each organization whose documents need new vectors and that has none. Gives how many. */
export const restartLostReindexing = async ({
  database,
  temporal,
}: Pick<WorkerDependencies, "database" | "temporal">): Promise<number> =>
  restartLost(await listOutdatedOrganizations(database), {
    hasWorkflow: (organizationId) => isOpen(temporal, knowledgeReindexingContract.workflowId({ organizationId })),
    restart: async (organizationId) => {
      const options = { ...knowledgeReindexingStartOptions({ organizationId }), signal: modelChangedSignal };
      await startWithSignal(temporal, knowledgeReindexingContract.type, options);
      return true;
    },
  });
