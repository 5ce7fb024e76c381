import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** A document that readers see nothing of any more. */
export interface DeletedDocument {
  organizationId: number;
  documentUuid: string;
}

export const documentDeletionContract = {
  type: "documentDeletion",
  taskQueue: WORKFLOW_QUEUE,
  // What it finds is gone: a second run has nothing to do.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, documentUuid }: DeletedDocument) =>
    `org-${organizationId}/document-deletion-${documentUuid}`,
} as const;

/** How a deletion's workflow is started. */
export const documentDeletionStartOptions = (document: DeletedDocument) =>
  organizationStartOptions(documentDeletionContract, document, {
    summary: `Deletion of document ${document.documentUuid}`,
  });
