import type { Client } from "@temporalio/client";
import {
  listUnfinishedDocuments,
  type UnfinishedDocument,
} from "../../infra/postgres/document/unfinished-documents.repository.ts";
import { startOnce, startWithSignal } from "../../infra/temporal/start-workflow.ts";
import {
  documentDeletionContract,
  documentDeletionStartOptions,
} from "../../workflows/document-deletion/document-deletion.contract.ts";
import {
  type DocumentAddress,
  documentProcessingContract,
  documentProcessingStartOptions,
  versionQueuedSignal,
} from "../../workflows/document-processing/document-processing.contract.ts";
import {
  documentTranslationContract,
  documentTranslationStartOptions,
} from "../../workflows/document-processing/document-translation.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { createOpenWorkflowCheck, readPagesById, restartLost } from "./restart-lost.ts";

const DOCUMENT_LOST_AFTER_SECONDS = 120;

interface DocumentWork {
  contract: { type: string; workflowId(document: DocumentAddress): string };
  start(temporal: Client, document: DocumentAddress): Promise<unknown>;
}

const WORKS: Record<UnfinishedDocument["work"], DocumentWork> = {
  deletion: {
    contract: documentDeletionContract,
    start: (temporal, document) =>
      startOnce(temporal, documentDeletionContract.type, documentDeletionStartOptions(document)),
  },
  translation: {
    contract: documentTranslationContract,
    start: (temporal, document) =>
      startOnce(temporal, documentTranslationContract.type, documentTranslationStartOptions(document)),
  },
  processing: {
    contract: documentProcessingContract,
    start: (temporal, document) => {
      const options = { ...documentProcessingStartOptions(document), signal: versionQueuedSignal };
      return startWithSignal(temporal, documentProcessingContract.type, options);
    },
  },
};

/**
 * Starts a workflow again for each document that is to be read, translated or removed and has none; the rows hold the
 * progress. Returns how many.
 */
export const restartLostDocuments = (
  { database, temporal }: Pick<WorkerDependencies, "database" | "temporal">,
  { olderThanSeconds = DOCUMENT_LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  const isRunning = {
    deletion: createOpenWorkflowCheck(temporal, WORKS.deletion.contract.type),
    translation: createOpenWorkflowCheck(temporal, WORKS.translation.contract.type),
    processing: createOpenWorkflowCheck(temporal, WORKS.processing.contract.type),
  };
  const documents = readPagesById((page) => listUnfinishedDocuments(database, { olderThanSeconds, ...page }));
  return restartLost(documents, {
    hasWorkflow: ({ work, organizationId, documentUuid }) =>
      isRunning[work](WORKS[work].contract.workflowId({ organizationId, documentUuid })),
    restart: async ({ work, organizationId, documentUuid }) => {
      await WORKS[work].start(temporal, { organizationId, documentUuid });
      return true;
    },
  });
};
