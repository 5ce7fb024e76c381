/** Who a document is for. */
export type PassageScope =
  | { kind: "library" }
  | { kind: "org" }
  | { kind: "channel"; id: number }
  | { kind: "agent"; id: number };

/** A document as it was indexed once: one version of its text, its vectors from one model. */
export interface Edition {
  documentUuid: string;
  version: number;
  /** `Embedder.name`: vectors of different models are never compared. */
  model: string;
}

export interface Passage extends Edition {
  /** Names the passage within its organization and model; at most 128 characters. */
  id: string;
  ordinal: number;
  text: string;
  /** Title and heading path: searched as the text is, and no part of it. */
  context: string;
  scope: PassageScope;
  /** The vector of `searchableText`, in `EMBEDDING_DIMENSIONS`. All zeros, as for a text without words: found by its text alone. */
  vector: Float32Array;
}

export interface PassageFilter {
  /** Scopes that the reader sees; null: every one. */
  scopes: readonly PassageScope[] | null;
  /** Documents that the reader sees whatever their scope, such as library documents that a node names. */
  namedDocumentUuids: readonly string[];
  /** Narrows the search to these; null: to none in particular. */
  documentUuids: readonly string[] | null;
}

export interface PassageHit {
  id: string;
  documentUuid: string;
  version: number;
  ordinal: number;
  text: string;
  context: string;
  /** `nearest`: cosine, -1 to 1. `matching`: BM25, comparable within one answer alone. */
  score: number;
}

interface Query {
  filter: PassageFilter;
  /** 1 to 1,000. */
  limit: number;
}

export interface VectorQuery extends Query {
  vector: Float32Array;
  /** Passages whose vectors came from another model are not found. */
  model: string;
  /** Only among these passages; without it among all. */
  ids?: readonly string[];
}

export interface TextQuery extends Query {
  /** Words as a person wrote them: nothing in them is syntax. */
  text: string;
}

/**
 * Where passages are found again, by meaning and by words. Everything belongs to an organization; nothing of another
 * one is ever found, counted or changed. Whatever it holds can be made again from the rows of the documents.
 * Every method throws `PassageIndexError`, and may be repeated after one.
 */
export interface PassageIndex {
  /**
   * Adds passages, or replaces those with the same id and model: repeating it changes nothing. Readers find them once
   * `makeCurrent` has named their edition; until then the current one serves.
   */
  put(organizationId: number, passages: readonly Passage[]): Promise<void>;
  /**
   * Lets readers find this edition of the document instead of the one before, all its passages at once. Everything
   * that was put before is found when it returns.
   */
  makeCurrent(organizationId: number, edition: Edition): Promise<void>;
  /**
   * Removes a document's passages, except those of one edition. Without `except`, readers find nothing of the document
   * from the first moment on. Unknown documents are removed already.
   */
  remove(organizationId: number, document: { documentUuid: string; except?: Edition }): Promise<void>;
  /** The passages closest to a vector, closest first; equal ones by id. Nothing for a vector of zeros. */
  nearest(organizationId: number, query: VectorQuery): Promise<PassageHit[]>;
  /** The passages that words of the text occur in, best first; equal ones by id. */
  matching(organizationId: number, query: TextQuery): Promise<PassageHit[]>;
  close(): Promise<void>;
}

/** `full`: no more documents of the organization have room. */
export type PassageIndexFault = "unavailable" | "timeout" | "refused" | "invalid_answer" | "full";

/** The index did not do it. The sentence holds no secret and none of the text. */
export class PassageIndexError extends Error {
  override readonly name = "PassageIndexError";
  readonly code: PassageIndexFault;

  constructor(code: PassageIndexFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }

  /** Whether the same may well succeed in a moment. */
  get isPassing(): boolean {
    return this.code === "unavailable" || this.code === "timeout";
  }
}
