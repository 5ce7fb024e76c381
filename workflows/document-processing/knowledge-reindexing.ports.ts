import type { VersionAddress } from "./document-processing.ports.ts";
import type { ReindexingInput } from "./knowledge-reindexing.contract.ts";

export interface OutdatedVersion extends VersionAddress {
  /** The models were set then, for the last time before it was looked at; null: there is none for embeddings. */
  modelSetAt: string | null;
}

export type NextDocument =
  | { kind: "document"; version: OutdatedVersion }
  /** Those that are left have another version on its way. */
  | { kind: "busy" }
  | { kind: "none" };

/** The steps of one document. Each may run twice and goes on where an earlier try was. */
export interface DocumentReindexingActivities {
  /** The next document whose vectors are of another model. */
  nextOutdated(organization: ReindexingInput): Promise<NextDocument>;
  /** A vector of the organization's model for each passage, batch by batch; what is searched stays as it is. */
  embedAgain(version: VersionAddress): Promise<void>;
  /** Passages with their new vectors into the index; nobody finds them yet. */
  indexAgain(version: VersionAddress): Promise<void>;
  /** Readers get the new vectors, and the ones before are removed; unless the document or the model changed meanwhile. */
  switchVectors(version: VersionAddress): Promise<void>;
  /**
   * The vectors before stay, the new ones are removed; of a document that was deleted meanwhile, all are. Where the models were
   * set again meanwhile, the document is one that needs new vectors as before.
   */
  failReindexing(version: OutdatedVersion & { error: string }): Promise<void>;
}
