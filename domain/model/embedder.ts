/** The number of dimensions of every vector; the index is built for it. */
export const EMBEDDING_DIMENSIONS = 1536;

/** The text for `processing_error`, and for readers by words only, when an organization has no model for embeddings. */
export const NO_EMBEDDING_MODEL = "no embedding model key is configured";

/** The text that a model is asked for a vector of before it is saved. */
export const TRIAL_TEXT = "Good morning";

/** The embedder of an organization that configured none, unless the operator switched it off: it is built in. */
export const DEFAULT_EMBEDDINGS = { provider: "local", model: "lexical" } as const;

export interface EmbedOptions {
  signal: AbortSignal;
  /** Called with the tokens of the request, where the model's server counts them. */
  onUsage?: (promptTokens: number) => void;
}

/** Turns texts into vectors; texts of similar meaning get similar vectors. */
export interface Embedder {
  /** `openai/text-embedding-3-small`. Vectors of embedders with different names are not comparable. */
  readonly name: string;
  /** The highest number of texts in one call, as far as its server has shown. */
  readonly batchSize: number;
  /**
   * Returns one vector of `EMBEDDING_DIMENSIONS` and length 1 for each text, in order; all zeros for a text without
   * words. Sends one request, and others where the server refuses its form or size. Throws `ModelError`; with `rate_limited`, `retryAfterMs` is
   * the delay that the server asked for, if it named one. Rejects with the signal's reason when it aborts.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
}
