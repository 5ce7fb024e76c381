import type { Client } from "@temporalio/client";
import {
  knowledgeReindexingContract,
  modelChangedSignal,
} from "../../workflows/document-processing/knowledge-reindexing.contract.ts";
import { startWithSignal } from "../http/start-workflow.ts";

/** Starts the workflow that gives an organization's documents new vectors, or tells the one that runs. Repeating it changes nothing. */
export const startReindexing = (temporal: Client, organizationId: number): Promise<void> =>
  startWithSignal(
    temporal,
    { contract: knowledgeReindexingContract, input: { organizationId }, summary: "New vectors for documents" },
    modelChangedSignal,
  );
