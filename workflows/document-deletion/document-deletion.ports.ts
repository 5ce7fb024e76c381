import type { DeletedDocument } from "./document-deletion.contract.ts";

/** The steps in this order; each may run twice. */
export interface DocumentDeletionActivities {
  /** Ends the processing of the document, which would otherwise keep writing what is removed here. */
  stopProcessing(document: DeletedDocument): Promise<void>;
  removeVectors(document: DeletedDocument): Promise<void>;
  removeFiles(document: DeletedDocument): Promise<void>;
  /** Last, because until then the rows say what is left to remove. */
  removeRows(document: DeletedDocument): Promise<void>;
}
