import type { Client } from "@temporalio/client";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import type { DocumentAddress } from "../../workflows/document-processing/document-processing.contract.ts";
import {
  documentTranslationContract,
  documentTranslationStartOptions,
} from "../../workflows/document-processing/document-translation.contract.ts";

/** Starts the workflow that translates into this document; returns false when it runs. */
export const startTranslation = (temporal: Client, document: DocumentAddress): Promise<boolean> =>
  startOncePromptly(temporal, documentTranslationContract.type, documentTranslationStartOptions(document));
