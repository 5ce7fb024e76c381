import type { VersionAddress } from "./document-processing.ports.ts";
import type { ReindexingInput } from "./document-reindexing.contract.ts";

export interface OutdatedVersion extends VersionAddress {
  /** When the models were last set before the check; null: there is none for embeddings. */
  modelSetAt: string | null;
}

export type NextDocument =
  | { kind: "document"; version: OutdatedVersion }
  /** The remaining documents have another version in progress. */
  | { kind: "busy" }
  | { kind: "none" };

/** The steps of one document. Each may run twice and continues where an earlier try stopped. */
export interface DocumentReindexingActivities {
  /** Returns the next document whose vectors are of another model. */
  nextOutdated(organization: ReindexingInput): Promise<NextDocument>;
  /**
   * Computes a vector of the organization's model for each passage, batch by batch; searches still use the former ones.
   */
  embedAgain(version: VersionAddress): Promise<void>;
  /** Writes passages with their new vectors into the index; readers do not find them yet. */
  indexAgain(version: VersionAddress): Promise<void>;
  /**
   * Switches readers to the new vectors and removes the former ones, unless the document or the model changed
   * meanwhile.
   */
  switchVectors(version: VersionAddress): Promise<void>;
  /**
   * Keeps the former vectors and removes the new ones; removes all, if the document was deleted meanwhile. If the
   * models were set again meanwhile, the document still counts as outdated.
   */
  failReindexing(version: OutdatedVersion & { error: string }): Promise<void>;
}
