import type { Client } from "@temporalio/client";
import { whileReachable } from "../../infra/temporal/while-reachable.ts";
import {
  knowledgeReindexingContract,
  modelChangedSignal,
} from "../../workflows/document-processing/knowledge-reindexing.contract.ts";
import { fairnessOf } from "../../workflows/fairness.ts";
import { organizationIdAttribute } from "../../workflows/search-attributes.ts";

/** Starts the workflow that gives an organization's documents new vectors, or tells the one that runs. Repeating it changes nothing. */
export const startReindexing = async (temporal: Client, organizationId: number): Promise<void> => {
  const { type, taskQueue, workflowId, workflowIdReusePolicy } = knowledgeReindexingContract;
  await whileReachable(temporal, () =>
    temporal.workflow.signalWithStart(type, {
      taskQueue,
      workflowId: workflowId({ organizationId }),
      workflowIdReusePolicy,
      args: [{ organizationId }],
      signal: modelChangedSignal,
      signalArgs: [],
      priority: fairnessOf(organizationId),
      typedSearchAttributes: [{ key: organizationIdAttribute, value: organizationId }],
      staticSummary: "New vectors for documents",
    }),
  );
};
