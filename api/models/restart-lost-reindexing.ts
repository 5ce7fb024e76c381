import { listOutdatedOrganizations } from "../../infra/postgres/knowledge/outdated-documents.repository.ts";
import { knowledgeReindexingContract } from "../../workflows/document-processing/knowledge-reindexing.contract.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { startReindexing } from "./start-reindexing.ts";

/** Starts the workflow of each organization whose documents need new vectors and that has none. */
export const restartLostReindexing = async (dependencies: ApiDependencies): Promise<number> => {
  let restarted = 0;
  for (const organizationId of await listOutdatedOrganizations(dependencies.database)) {
    if (await isOpen(dependencies.temporal, knowledgeReindexingContract.workflowId({ organizationId }))) continue;
    await startReindexing(dependencies.temporal, organizationId);
    restarted += 1;
  }
  return restarted;
};
