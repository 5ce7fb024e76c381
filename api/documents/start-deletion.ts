import type { Client } from "@temporalio/client";
import { startOncePromptly } from "../../infra/temporal/start-workflow.ts";
import {
  type DeletedDocument,
  documentDeletionContract,
  documentDeletionStartOptions,
} from "../../workflows/document-deletion/document-deletion.contract.ts";

/** Starts the workflow that removes a deleted document; returns false when it runs. */
export const startDeletion = (temporal: Client, document: DeletedDocument): Promise<boolean> =>
  startOncePromptly(temporal, documentDeletionContract.type, documentDeletionStartOptions(document));
