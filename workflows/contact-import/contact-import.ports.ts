import type { ContactImportInput, ContactImportResult } from "./contact-import.contract.ts";

/** The activities of an import; each may run twice and does its work once. */
export interface ContactImportActivities {
  /**
   * Streams the file into the list and continues after the last batch that an earlier try merged. A permanent fault of
   * the file or list fails it, with a sentence.
   */
  importContacts(input: ContactImportInput): Promise<void>;
  /** Writes the file of bad rows and ends the import: completed, or failed for the reason `error`. */
  settleImport(input: ContactImportInput & { error: string | null }): Promise<ContactImportResult>;
}
