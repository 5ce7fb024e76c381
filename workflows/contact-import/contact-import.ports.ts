import type { ContactImportInput, ContactImportResult } from "./contact-import.contract.ts";

/** What an import needs done outside; each may run twice and does its work once. */
export interface ContactImportActivities {
  /**
   * Streams the file into the list, going on behind the last batch that an earlier try merged. A file or list that
   * no further try can change fails it for good, with a sentence.
   */
  importContacts(input: ContactImportInput): Promise<void>;
  /** Writes the file of bad rows and ends the import: completed, or failed for the reason `error`. */
  settleImport(input: ContactImportInput & { error: string | null }): Promise<ContactImportResult>;
}
