import type { Client } from "@temporalio/client";
import {
  type DeletedDocument,
  documentDeletionContract,
} from "../../workflows/document-deletion/document-deletion.contract.ts";
import { startOnce } from "../http/start-workflow.ts";

/** Starts the workflow that removes a deleted document, unless it runs. */
export const startDeletion = (temporal: Client, document: DeletedDocument): Promise<void> =>
  startOnce(temporal, {
    contract: documentDeletionContract,
    input: document,
    summary: `Deletion of document ${document.documentUuid}`,
  });
