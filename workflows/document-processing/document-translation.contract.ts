import { defineQuery } from "@temporalio/workflow";
import type { DocumentAddress } from "./document-processing.contract.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

export interface TranslationProgress {
  done: number;
  /** Parts of the document; 0: not known yet. */
  total: number;
}

export interface TranslationResult {
  state: "translated" | "failed" | "nothing";
  /** A sentence, of one that failed. */
  error: string | null;
}

/** By the document that the translation becomes. */
export const documentTranslationContract = {
  type: "documentTranslation",
  taskQueue: WORKFLOW_QUEUE,
  // Lost ones are started again; the rows say how far they were.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, documentUuid }: DocumentAddress) =>
    `org-${organizationId}/document-translation-${documentUuid}`,
} as const;

/** How a translation's workflow is started. */
export const documentTranslationStartOptions = (document: DocumentAddress) =>
  organizationStartOptions(documentTranslationContract, document, {
    summary: `Translation into document ${document.documentUuid}`,
  });

export const translationProgressQuery = defineQuery<TranslationProgress>("progress");
