import { listUnfinishedDocuments } from "../../infra/postgres/knowledge/unfinished-documents.repository.ts";
import { documentDeletionContract } from "../../workflows/document-deletion/document-deletion.contract.ts";
import { documentProcessingContract } from "../../workflows/document-processing/document-processing.contract.ts";
import { documentTranslationContract } from "../../workflows/document-processing/document-translation.contract.ts";
import { isOpen } from "../../infra/temporal/is-open.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { startDeletion } from "./start-deletion.ts";
import { startProcessing } from "./start-processing.ts";
import { startTranslation } from "./start-translation.ts";

const LOST_AFTER_SECONDS = 120;

const WORKS = {
  deletion: { contract: documentDeletionContract, start: startDeletion },
  translation: { contract: documentTranslationContract, start: startTranslation },
  processing: { contract: documentProcessingContract, start: startProcessing },
};

/** Starts a workflow again for each document that is to be read, translated or removed and has none; the rows say how far it had come. */
export const restartLostDocuments = async (
  dependencies: ApiDependencies,
  { olderThanSeconds = LOST_AFTER_SECONDS } = {},
): Promise<number> => {
  let restarted = 0;
  for (const { work, ...document } of await listUnfinishedDocuments(dependencies.database, olderThanSeconds)) {
    const { contract, start } = WORKS[work];
    if (await isOpen(dependencies.temporal, contract.workflowId(document))) continue;
    await start(dependencies.temporal, document);
    restarted += 1;
  }
  return restarted;
};
