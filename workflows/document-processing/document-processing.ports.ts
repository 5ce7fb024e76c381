import type { DocumentAddress } from "./document-processing.contract.ts";

export interface VersionAddress extends DocumentAddress {
  version: number;
}

/** `known`: another document has the content, and answers for this one. Activities of earlier code gave nothing: it was new. */
export type FetchedContent = "new" | "known";

/**
 * The steps of one version. Each may run twice and goes on where an earlier try was; each fails for good, with a sentence,
 * for what no further try can change.
 */
export interface DocumentProcessingActivities {
  /** The newest version that is not done; what is older and not done is given up. Null: nothing is left to do. */
  beginVersion(document: DocumentAddress): Promise<{ version: number } | null>;
  /** Reads the file once: it is there, the one that was handed over, and of its type. */
  fetchDocument(version: VersionAddress): Promise<FetchedContent>;
  /** The file's text into rows, part by part. */
  extractDocument(version: VersionAddress): Promise<void>;
  /** Parts into passages. */
  chunkDocument(version: VersionAddress): Promise<void>;
  /** A vector for each passage, batch by batch. */
  embedDocument(version: VersionAddress): Promise<void>;
  /** Passages into the index; nobody finds them yet. */
  indexDocument(version: VersionAddress): Promise<void>;
  /** Readers get this version from now on; older ones are removed. */
  switchVersion(version: VersionAddress): Promise<void>;
  failVersion(version: VersionAddress & { error: string }): Promise<void>;
}
