import type { Client } from "@temporalio/client";
import {
  type DocumentAddress,
  documentProcessingContract,
  versionQueuedSignal,
} from "../../workflows/document-processing/document-processing.contract.ts";
import { startWithSignal } from "../http/start-workflow.ts";

/** Starts the document's workflow, or tells the one that runs of another version. Repeating it changes nothing. */
export const startProcessing = (temporal: Client, document: DocumentAddress): Promise<void> =>
  startWithSignal(
    temporal,
    { contract: documentProcessingContract, input: document, summary: `Document ${document.documentUuid}` },
    versionQueuedSignal,
  );
