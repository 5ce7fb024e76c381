import type { ProcessingProgress } from "../../domain/document/processing-progress.rules.ts";
import { defineQuery, defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One document; which of its versions is to be done, its rows say. */
export interface DocumentAddress {
  organizationId: number;
  documentUuid: string;
}

export interface ProcessingResult {
  /** The newest version that was done; null: none was left. */
  version: number | null;
  /** `known`: another document has the content. */
  state: "ready" | "known" | "failed" | "nothing";
  /** A sentence, of one that failed. */
  error: string | null;
}

export const documentProcessingContract = {
  type: "documentProcessing",
  taskQueue: WORKFLOW_QUEUE,
  // A document has one at a time; the next version is another run of it.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, documentUuid }: DocumentAddress) => `org-${organizationId}/document-${documentUuid}`,
} as const;

/** How a document's workflow is started, by the API or by its translation. */
export const documentProcessingStartOptions = (document: DocumentAddress) =>
  organizationStartOptions(documentProcessingContract, document, { summary: `Document ${document.documentUuid}` });

/** There is a version more: from the API, with every start. */
export const versionQueuedSignal = defineSignal("version-queued");
/** From the running step, now and then. */
export const processingProgressSignal = defineSignal<[ProcessingProgress]>("progress-report");
export const processingProgressQuery = defineQuery<ProcessingProgress>("progress");
