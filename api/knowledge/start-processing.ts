import type { Client } from "@temporalio/client";
import { whileReachable } from "../../infra/temporal/while-reachable.ts";
import {
  type DocumentAddress,
  documentProcessingContract,
  versionQueuedSignal,
} from "../../workflows/document-processing/document-processing.contract.ts";
import { fairnessOf } from "../../workflows/fairness.ts";
import { organizationIdAttribute } from "../../workflows/search-attributes.ts";

/** Starts the document's workflow, or tells the one that runs of another version. Repeating it changes nothing. */
export const startProcessing = async (temporal: Client, document: DocumentAddress): Promise<void> => {
  const { type, taskQueue, workflowId, workflowIdReusePolicy } = documentProcessingContract;
  await whileReachable(temporal, () =>
    temporal.workflow.signalWithStart(type, {
      taskQueue,
      workflowId: workflowId(document),
      workflowIdReusePolicy,
      args: [document],
      signal: versionQueuedSignal,
      signalArgs: [],
      priority: fairnessOf(document.organizationId),
      typedSearchAttributes: [{ key: organizationIdAttribute, value: document.organizationId }],
      staticSummary: `Document ${document.documentUuid}`,
    }),
  );
};
