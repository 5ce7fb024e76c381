/** Every vector has so many dimensions: the index is made for them. */
export const EMBEDDING_DIMENSIONS = 1536;

/** What `processing_error` and readers of text alone are told when an organization has no model for embeddings. */
export const NO_EMBEDDING_MODEL = "no embedding model key is configured";

/** Makes vectors of texts, so that texts of like meaning have like vectors. */
export interface Embedder {
  /** `openai/text-embedding-3-small`. Vectors of embedders with different names are not comparable. */
  readonly name: string;
  /** At most so many texts in one call. */
  readonly batchSize: number;
  /**
   * One vector of `EMBEDDING_DIMENSIONS` and length 1 for each text, in their order; all zeros for a text without
   * words. Sends at most one request, without retries of its own. Throws `ModelError`: `rate_limited` says in
   * `retryAfterMs` when the server wants to be asked again, if it said so. Rejects with the signal's reason when it
   * aborts.
   */
  embed(texts: readonly string[], options: { signal: AbortSignal }): Promise<Float32Array[]>;
}
