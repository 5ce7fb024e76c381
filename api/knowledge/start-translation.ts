import { type Client, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import { whileReachable } from "../../infra/temporal/while-reachable.ts";
import type { DocumentAddress } from "../../workflows/document-processing/document-processing.contract.ts";
import { documentTranslationContract } from "../../workflows/document-processing/document-translation.contract.ts";
import { fairnessOf } from "../../workflows/fairness.ts";
import { organizationIdAttribute } from "../../workflows/search-attributes.ts";

/** Starts the workflow that translates into this document, unless it runs. */
export const startTranslation = async (temporal: Client, document: DocumentAddress): Promise<void> => {
  const { type, taskQueue, workflowId, workflowIdReusePolicy } = documentTranslationContract;
  try {
    await whileReachable(temporal, () =>
      temporal.workflow.start(type, {
        taskQueue,
        workflowId: workflowId(document),
        workflowIdReusePolicy,
        args: [document],
        priority: fairnessOf(document.organizationId),
        typedSearchAttributes: [{ key: organizationIdAttribute, value: document.organizationId }],
        staticSummary: `Translation into document ${document.documentUuid}`,
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};
