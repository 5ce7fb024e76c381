/** The readers that a document is for. */
export type PassageScope =
  | { kind: "library" }
  | { kind: "org" }
  | { kind: "channel"; id: number }
  | { kind: "agent"; id: number };

/** One indexing of a document: one version of its text, with vectors of one model. */
export interface Edition {
  documentUuid: string;
  version: number;
  /** `Embedder.name`: vectors of different models are never compared. */
  model: string;
}

export interface Passage extends Edition {
  /** The id of the passage within its organization and model; at most 128 characters. */
  id: string;
  ordinal: number;
  text: string;
  /** Title and heading path: searched like the text, but not a part of it. */
  context: string;
  scope: PassageScope;
  /**
   * The vector of `buildSearchableText`, of `EMBEDDING_DIMENSIONS`. All zeros, as for a text without words: found by its
   * text alone.
   */
  vector: Float32Array;
  /**
   * The terms of `buildSearchableText`, with spaces between them, where they are known already; listing them again takes as long as
   * much else.
   */
  terms?: string;
}

export interface PassageFilter {
  /** Scopes that the reader sees; null: all. */
  scopes: readonly PassageScope[] | null;
  /** Documents that the reader sees whatever their scope, such as library documents that a node names. */
  namedDocumentUuids: readonly string[];
  /** Only these documents; null: no restriction. */
  documentUuids: readonly string[] | null;
}

export interface PassageHit {
  id: string;
  documentUuid: string;
  version: number;
  ordinal: number;
  text: string;
  context: string;
  /** `nearest`: cosine, -1 to 1. `matching`: BM25, comparable only within one answer. */
  score: number;
}

/**
 * An index finds this many more than were requested, so that results equal to the last one are ordered before the rest is cut off.
 */
export const RESULT_MARGIN = 50;

interface Query {
  filter: PassageFilter;
  /** 1 to 1,000. */
  limit: number;
}

export interface VectorQuery extends Query {
  vector: Float32Array;
  /** Passages whose vectors came from another model are not found. */
  model: string;
  /** Only these passages; absent: all. */
  ids?: readonly string[];
}

export interface TextQuery extends Query {
  /** Words as a person wrote them, without any syntax. */
  text: string;
}

export interface ForgottenPassages {
  documentUuid: string;
  ids: readonly string[];
  /** Takes them out of the index's own files at once, where the engine would keep them for a while; it costs more. */
  leavesNoTrace?: true;
}

/**
 * Finds passages by meaning and by words. Everything belongs to an organization; nothing of another one is ever found,
 * counted or changed. The whole content can be made again from the rows of the documents. Every method throws
 * `PassageIndexError`, and may be repeated after one.
 */
export interface PassageIndex {
  /**
   * Adds passages, or replaces those with the same id and model; repeating it changes nothing. Readers find them once
   * `makeCurrent` has named their edition, and the current edition until then.
   */
  put(organizationId: number, passages: readonly Passage[]): Promise<void>;
  /**
   * Lets readers find this edition of the document instead of the one before, all its passages at once. When it
   * returns, everything that was put before is found.
   */
  makeCurrent(organizationId: number, edition: Edition): Promise<void>;
  /**
   * Removes a document's passages, except those of one edition. Without `except`, readers find nothing of the document
   * from the beginning of the call on. Unknown documents count as removed.
   */
  remove(organizationId: number, document: { documentUuid: string; except?: Edition }): Promise<void>;
  /**
   * Removes single passages of a document, of every edition; those that are not there count as removed. When it returns,
   * none of them is found.
   */
  forget(organizationId: number, passages: ForgottenPassages): Promise<void>;
  /** Returns the passages closest to a vector, closest first; equal ones by id. Returns none for a vector of zeros. */
  nearest(organizationId: number, query: VectorQuery): Promise<PassageHit[]>;
  /** Returns the passages with words of the text, best first; equal ones by id. */
  matching(organizationId: number, query: TextQuery): Promise<PassageHit[]>;
  close(): Promise<void>;
}

/** `full`: there is no room for more documents of the organization. */
export type PassageIndexFault = "unavailable" | "timeout" | "refused" | "invalid_answer" | "full";

/** The index failed. The sentence holds no secret and none of the text. */
export class PassageIndexError extends Error {
  override readonly name = "PassageIndexError";
  readonly code: PassageIndexFault;

  constructor(code: PassageIndexFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }

  /** Tells whether the same request may succeed soon. */
  get isPassing(): boolean {
    return this.code === "unavailable" || this.code === "timeout";
  }
}
