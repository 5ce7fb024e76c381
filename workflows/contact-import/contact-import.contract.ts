import { defineSignal } from "@temporalio/workflow";
import { organizationStartOptions } from "../start-options.ts";
import { WORKFLOW_QUEUE } from "../task-queues.ts";

/** The input of an import of one file into one list; the rest is in its row. */
export interface ContactImportInput {
  organizationId: number;
  importId: number;
}

/** `totalRows = imported + updated + skipped + invalid`, for the rows that are read so far. */
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
  /** The reason as a sentence, for failed imports. */
  error: string | null;
}

export interface ImportProgress {
  file: string;
  figures: ImportFigures;
}

export const contactImportContract = {
  type: "contactImport",
  taskQueue: WORKFLOW_QUEUE,
  // An import runs once; another try of the same file is another import.
  workflowIdReusePolicy: "REJECT_DUPLICATE",
  workflowId: ({ organizationId, importId }: ContactImportInput) => `org-${organizationId}/contact-import-${importId}`,
} as const;

/** Returns the start options of an import's workflow, for the API and for its campaign. */
export const contactImportStartOptions = (input: ContactImportInput, summary: string) =>
  organizationStartOptions(contactImportContract, input, { summary });

/** From the running activity, every few seconds: the figures in the current details for operators. */
export const importProgressSignal = defineSignal<[ImportProgress]>("import-progress");
