import type { Client } from "@temporalio/client";
import { startWithSignal } from "../../infra/temporal/start-workflow.ts";
import {
  knowledgeReindexingContract,
  knowledgeReindexingStartOptions,
  modelChangedSignal,
} from "../../workflows/document-processing/knowledge-reindexing.contract.ts";

/** Starts the workflow that gives an organization's documents new vectors, or tells the one that runs. Repeating it changes nothing. */
export const startReindexing = (temporal: Client, organizationId: number): Promise<void> =>
  startWithSignal(temporal, knowledgeReindexingContract.type, {
    ...knowledgeReindexingStartOptions({ organizationId }),
    signal: modelChangedSignal,
  });
