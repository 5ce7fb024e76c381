import { listOutdatedOrganizations } from "../../infra/postgres/knowledge/outdated-documents.repository.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import { startWithSignal } from "../../infra/temporal/start-workflow.ts";
import {
  knowledgeReindexingContract,
  knowledgeReindexingStartOptions,
  modelChangedSignal,
} from "../../workflows/document-processing/knowledge-reindexing.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Starts the workflow of each organization whose documents need new vectors and that has none. Gives how many. */
export const restartLostReindexing = async ({
  database,
  temporal,
}: Pick<WorkerDependencies, "database" | "temporal">): Promise<number> => {
  let restarted = 0;
  for (const organizationId of await listOutdatedOrganizations(database)) {
    if (await isOpen(temporal, knowledgeReindexingContract.workflowId({ organizationId }))) continue;
    const options = { ...knowledgeReindexingStartOptions({ organizationId }), signal: modelChangedSignal };
    await startWithSignal(temporal, knowledgeReindexingContract.type, options);
    restarted += 1;
  }
  return restarted;
};
