import type { Client } from "@temporalio/client";
import { startWithSignal } from "../infra/temporal/start-workflow.ts";
import {
  documentReindexingContract,
  documentReindexingStartOptions,
  modelChangedSignal,
} from "../workflows/document-processing/document-reindexing.contract.ts";

/**
 * Starts the workflow that gives an organization's documents new vectors, or signals the running one. Repeating it
 * changes nothing.
 */
export const startReindexing = (temporal: Client, organizationId: number): Promise<void> =>
  startWithSignal(temporal, documentReindexingContract.type, {
    ...documentReindexingStartOptions({ organizationId }),
    signal: modelChangedSignal,
  });
