import type { Client } from "@temporalio/client";
import { startWithSignal } from "../infra/temporal/start-workflow.ts";
import {
  type DocumentAddress,
  documentProcessingContract,
  documentProcessingStartOptions,
  versionQueuedSignal,
} from "../workflows/document-processing/document-processing.contract.ts";

/** Starts the document's workflow, or signals another version to the running one. Repeating it changes nothing. */
export const startProcessing = (temporal: Client, document: DocumentAddress): Promise<void> =>
  startWithSignal(temporal, documentProcessingContract.type, {
    ...documentProcessingStartOptions(document),
    signal: versionQueuedSignal,
  });
