/** How agents read a document: by the passages that match a question, or whole. */
export const RETRIEVAL_MODES = ["chunked", "full_document"] as const;
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number];
export const USUAL_RETRIEVAL_MODE: RetrievalMode = "chunked";

/**
 * The limit of tokens for whole documents in one answer: about ten pages. The text is part of each later request to the model, and a
 * person waits on the telephone while the model reads it; a self-hosted model with a window of 16,000 tokens still has room for the
 * conversation.
 */
export const WHOLE_DOCUMENTS_TOKENS = 6_000;
