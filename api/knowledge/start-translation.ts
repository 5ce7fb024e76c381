import type { Client } from "@temporalio/client";
import type { DocumentAddress } from "../../workflows/document-processing/document-processing.contract.ts";
import { documentTranslationContract } from "../../workflows/document-processing/document-translation.contract.ts";
import { startOnce } from "../http/start-workflow.ts";

/** Starts the workflow that translates into this document, unless it runs. */
export const startTranslation = (temporal: Client, document: DocumentAddress): Promise<void> =>
  startOnce(temporal, {
    contract: documentTranslationContract,
    input: document,
    summary: `Translation into document ${document.documentUuid}`,
  });
