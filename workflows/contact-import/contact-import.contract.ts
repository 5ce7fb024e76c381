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

/**
 * Returns the start options of an import's workflow, for the API, its campaign and maintenance. `again`: the id was used, and
 * a lost workflow is started again. `reusesId`: it may have been used, and the row says that the import is not over.
 */
export const contactImportStartOptions = (
  input: ContactImportInput,
  summary: string,
  { again = false, reusesId = again }: { again?: boolean; reusesId?: boolean } = {},
) => ({
  ...organizationStartOptions(contactImportContract, input, {
    summary: `${summary}${again ? ", taken up again" : ""}`,
  }),
  ...(reusesId && { workflowIdReusePolicy: "ALLOW_DUPLICATE" as const }),
});

/** Describes an import for operators. */
export const summarizeImport = (row: { object_key: string; contact_list_id: number }): string =>
  `Import of ${row.object_key.split("/").at(-1)} into contact list ${row.contact_list_id}`;

/** Sent by the running activity every few seconds: the figures for the current details. */
export const importProgressSignal = defineSignal<[ImportProgress]>("import-progress");
