import type { VersionAddress } from "./document-processing.ports.ts";
import type { ReindexingInput } from "./knowledge-reindexing.contract.ts";

export type NextDocument =
  | { kind: "document"; version: VersionAddress }
  /** Those that are left have another version on its way. */
  | { kind: "busy" }
  | { kind: "none" };

/** The steps of one document. Each may run twice and goes on where an earlier try was. */
export interface KnowledgeReindexingActivities {
  /** The next document whose vectors are of another model. */
  nextOutdated(organization: ReindexingInput): Promise<NextDocument>;
  /** A vector of the organization's model for each passage, batch by batch; what is searched stays as it is. */
  embedAgain(version: VersionAddress): Promise<void>;
  /** Passages with their new vectors into the index; nobody finds them yet. */
  indexAgain(version: VersionAddress): Promise<void>;
  /** Readers get the new vectors, and the ones before are removed; unless the document or the model changed meanwhile. */
  switchVectors(version: VersionAddress): Promise<void>;
  /** The vectors before stay, the new ones are removed; of a document that was deleted meanwhile, all are. */
  failReindexing(version: VersionAddress & { error: string }): Promise<void>;
}
