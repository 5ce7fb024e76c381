import { defineQuery, defineSignal } from "@temporalio/workflow";
import type { ProcessingProgress } from "../../domain/document/processing-progress.rules.ts";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The address of one document; its rows say which version to process. */
export interface DocumentAddress {
  organizationId: number;
  documentUuid: string;
}

export interface ProcessingResult {
  /** The newest processed version; null: there was none to process. */
  version: number | null;
  state: "ready" | "failed" | "nothing";
  /** The reason as a sentence, for a failed version. */
  error: string | null;
}

export const documentProcessingContract = {
  type: "documentProcessing",
  taskQueue: WORKFLOW_QUEUE,
  // A document has one run at a time; the next version is another run of the workflow.
  workflowIdReusePolicy: "ALLOW_DUPLICATE",
  workflowId: ({ organizationId, documentUuid }: DocumentAddress) => `org-${organizationId}/document-${documentUuid}`,
} as const;

/** Returns the start options of a document's workflow, for the API and for its translation. */
export const documentProcessingStartOptions = (document: DocumentAddress) =>
  organizationStartOptions(documentProcessingContract, document, { summary: `Document ${document.documentUuid}` });

/** Sent by the API with every start: there is another version. */
export const versionQueuedSignal = defineSignal("version-queued");
/** Sent by the running step, at intervals. */
export const processingProgressSignal = defineSignal<[ProcessingProgress]>("progress-report");
export const processingProgressQuery = defineQuery<ProcessingProgress>("progress");
