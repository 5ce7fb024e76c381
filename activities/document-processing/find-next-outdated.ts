import { WorkflowNotFoundError } from "@temporalio/common";
import { listOutdated } from "../../infra/postgres/document/outdated-documents.repository.ts";
import { readSetAt } from "../../infra/postgres/model/model-configuration.repository.ts";
import {
  type DocumentAddress,
  documentProcessingContract,
} from "../../workflows/document-processing/document-processing.contract.ts";
import type { ReindexingInput } from "../../workflows/document-processing/document-reindexing.contract.ts";
import type { NextDocument } from "../../workflows/document-processing/document-reindexing.ports.ts";
import type { DocumentDependencies } from "./step.ts";

const LOOKED_AT = 20;

/**
 * Returns the first document that no other workflow processes: the end of its processing removes its other editions.
 */
export const findNextOutdated = async (
  { database, temporal }: DocumentDependencies,
  { organizationId }: ReindexingInput,
): Promise<NextDocument> => {
  // In this order: a document that is read later than the models is, at worst, tried once more.
  const { outdated, modelSetAt } = await database.inOrganization(organizationId, async (tx) => ({
    modelSetAt: await readSetAt(tx, "embeddings"),
    outdated: await listOutdated(tx, LOOKED_AT),
  }));
  for (const { documentUuid, version, isWaiting } of outdated) {
    if (isWaiting || (await isProcessed(temporal, { organizationId, documentUuid }))) continue;
    return { kind: "document", version: { organizationId, documentUuid, version, modelSetAt } };
  }
  return { kind: outdated.length === 0 ? "none" : "busy" };
};

const isProcessed = async (temporal: DocumentDependencies["temporal"], document: DocumentAddress): Promise<boolean> => {
  try {
    const { status } = await temporal.workflow.getHandle(documentProcessingContract.workflowId(document)).describe();
    return status.name === "RUNNING" || status.name === "PAUSED";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
};
