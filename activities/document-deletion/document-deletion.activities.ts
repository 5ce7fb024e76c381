import { WorkflowNotFoundError } from "@temporalio/common";
import {
  deleteDocumentRows,
  deleteTexts,
  listFilesOfDocument,
} from "../../application/document/delete-document-rows.ts";
import type { DocumentDeletionActivities } from "../../workflows/document-deletion/document-deletion.ports.ts";
import { documentProcessingContract } from "../../workflows/document-processing/document-processing.contract.ts";
import { documentTranslationContract } from "../../workflows/document-processing/document-translation.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";

type DeletionDependencies = Pick<WorkerDependencies, "database" | "objectStore" | "passageIndex" | "temporal">;

export const createDocumentDeletionActivities = (deps: DeletionDependencies): DocumentDeletionActivities => ({
  // Later writes of its activities are refused, because the row says that the document is deleted.
  stopProcessing: async (document) => {
    for (const { workflowId } of [documentTranslationContract, documentProcessingContract]) {
      try {
        await deps.temporal.workflow.getHandle(workflowId(document)).terminate("deleted");
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    }
  },
  removeVectors: ({ organizationId, documentUuid }) =>
    withHeartbeat(() => deps.passageIndex.remove(organizationId, { documentUuid })),
  removeFiles: ({ organizationId, documentUuid }) =>
    withHeartbeat(async () => {
      const keys = await deps.database.inOrganization(organizationId, (tx) => listFilesOfDocument(tx, documentUuid));
      for (const key of keys) await deps.objectStore.remove(key);
    }),
  removeRows: ({ organizationId, documentUuid }) =>
    withHeartbeat(async () => {
      while (await deps.database.inOrganization(organizationId, (tx) => deleteTexts(tx, documentUuid)));
      await deps.database.inOrganization(organizationId, (tx) => deleteDocumentRows(tx, documentUuid));
    }),
});
