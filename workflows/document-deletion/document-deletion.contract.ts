import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** A document that readers no longer see. */
export interface DeletedDocument {
  organizationId: number;
  documentUuid: string;
}

export const documentDeletionContract = {
  type: "documentDeletion",
  taskQueue: WORKFLOW_QUEUE,
  // A second run has nothing to do, because what the first removed is gone.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, documentUuid }: DeletedDocument) =>
    `org-${organizationId}/document-deletion-${documentUuid}`,
} as const;

/** Returns the start options of a deletion's workflow. */
export const documentDeletionStartOptions = (document: DeletedDocument) =>
  organizationStartOptions(documentDeletionContract, document, {
    summary: `Deletion of document ${document.documentUuid}`,
  });
