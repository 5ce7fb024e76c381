import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  startChild,
} from "@temporalio/workflow";
import { shouldContinueAsNew } from "../history-length.ts";
import { DOCUMENT_QUEUE } from "../task-queues.ts";
import {
  type DocumentAddress,
  documentProcessingContract,
  documentProcessingStartOptions,
} from "./document-processing.contract.ts";
import { explainProcessingFailure } from "./document-processing.details.ts";
import {
  type TranslationProgress,
  type TranslationResult,
  translationProgressQuery,
} from "./document-translation.contract.ts";
import type { DocumentTranslationActivities } from "./document-translation.ports.ts";

const TOO_LONG = "The document could not be translated in time; ask for its translation again.";
const CANCELED = "The translation was canceled; ask for it again.";

const activities = proxyActivities<DocumentTranslationActivities>({
  taskQueue: DOCUMENT_QUEUE,
  startToCloseTimeout: "1 hour",
  scheduleToCloseTimeout: "24 hours",
  // After a kill of its worker a part is translated elsewhere within seconds.
  heartbeatTimeout: "10 seconds",
  retry: { initialInterval: "1 second", maximumInterval: "1 minute" },
});

/** Translates a document part by part, then has it processed like any other. */
export const documentTranslation = async (document: DocumentAddress): Promise<TranslationResult> => {
  let progress: TranslationProgress = { done: 0, total: 0 };
  setHandler(translationProgressQuery, () => progress);
  const show = (next: TranslationProgress) => {
    progress = next;
    setCurrentDetails(`**translating**: ${next.done} of ${next.total} parts`);
  };
  try {
    const found = await activities.readTranslation(document);
    if (!found) return { state: "nothing", error: null };
    show(found);
    for (let ordinal = found.done; ordinal < found.total; ordinal += 1) {
      // The rows say where the next run continues.
      if (shouldContinueAsNew()) return await continueAsNew<typeof documentTranslation>(document);
      await activities.translatePart({ ...document, ordinal });
      show({ done: ordinal + 1, total: found.total });
    }
    await activities.writeTranslation(document);
  } catch (error) {
    return await fail(document, error);
  }
  await startProcessing(document);
  setCurrentDetails("**translated**");
  return { state: "translated", error: null };
};

const fail = async (document: DocumentAddress, error: unknown): Promise<TranslationResult> => {
  if (error instanceof ContinueAsNew) throw error;
  const isCanceled = isCancellation(error);
  const sentence = isCanceled ? CANCELED : explainProcessingFailure(error, TOO_LONG);
  await CancellationScope.nonCancellable(() => activities.failTranslation({ ...document, error: sentence }));
  if (isCanceled) throw error;
  setCurrentDetails(`**${sentence}**`);
  return { state: "failed", error: sentence };
};

const startProcessing = async (document: DocumentAddress): Promise<void> => {
  try {
    await startChild(documentProcessingContract.type, {
      ...documentProcessingStartOptions(document),
      parentClosePolicy: "ABANDON",
      cancellationType: "ABANDON",
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};
