import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** One file into one list; everything else about it is in its row. */
export interface ContactImportInput {
  organizationId: number;
  importId: number;
}

/** `totalRows = imported + updated + skipped + invalid`, as far as the file is read. */
export interface ImportFigures {
  totalRows: number;
  imported: number;
  updated: number;
  skipped: number;
  invalid: number;
}

export interface ContactImportResult {
  status: "completed" | "failed";
  figures: ImportFigures;
  /** A sentence, of failed imports. */
  error: string | null;
}

export interface ImportProgress {
  file: string;
  figures: ImportFigures;
}

export const contactImportContract = {
  type: "contactImport",
  taskQueue: WORKFLOW_QUEUE,
  // An import is done once; another try of the same file is another import.
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, importId }: ContactImportInput) => `org-${organizationId}/contact-import-${importId}`,
} as const;

/** How an import's workflow is started, by the API or by its campaign. */
export const contactImportStartOptions = (input: ContactImportInput, summary: string) =>
  organizationStartOptions(contactImportContract, input, { summary });

/** From the running activity, every few seconds: what an operator sees in the current details. */
export const importProgressSignal = defineSignal<[ImportProgress]>("import-progress");
