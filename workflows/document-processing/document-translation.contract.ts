import { defineQuery } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";
import type { DocumentAddress } from "./document-processing.contract.ts";

export interface TranslationProgress {
  done: number;
  /** The number of parts; 0: not known yet. */
  total: number;
}

export interface TranslationResult {
  state: "translated" | "failed" | "nothing";
  /** The reason as a sentence, for a failed translation. */
  error: string | null;
}

/** Identified by the document that the translation becomes. */
export const documentTranslationContract = {
  type: "documentTranslation",
  taskQueue: WORKFLOW_QUEUE,
  // Lost workflows are started again; the rows say how far they came.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, documentUuid }: DocumentAddress) =>
    `org-${organizationId}/document-translation-${documentUuid}`,
} as const;

/** Returns the start options of a translation's workflow. */
export const documentTranslationStartOptions = (document: DocumentAddress) =>
  organizationStartOptions(documentTranslationContract, document, {
    summary: `Translation into document ${document.documentUuid}`,
  });

export const translationProgressQuery = defineQuery<TranslationProgress>("progress");
