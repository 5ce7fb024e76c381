import { type Client, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import { whileReachable } from "../../infra/temporal/while-reachable.ts";
import {
  type DeletedDocument,
  documentDeletionContract,
} from "../../workflows/document-deletion/document-deletion.contract.ts";
import { fairnessOf } from "../../workflows/fairness.ts";
import { organizationIdAttribute } from "../../workflows/search-attributes.ts";

/** Starts the workflow that removes a deleted document, unless it runs. */
export const startDeletion = async (temporal: Client, document: DeletedDocument): Promise<void> => {
  const { type, taskQueue, workflowId, workflowIdReusePolicy } = documentDeletionContract;
  try {
    await whileReachable(temporal, () =>
      temporal.workflow.start(type, {
        taskQueue,
        workflowId: workflowId(document),
        workflowIdReusePolicy,
        args: [document],
        priority: fairnessOf(document.organizationId),
        typedSearchAttributes: [{ key: organizationIdAttribute, value: document.organizationId }],
        staticSummary: `Deletion of document ${document.documentUuid}`,
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};
