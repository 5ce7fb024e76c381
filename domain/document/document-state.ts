export const DOCUMENT_STATES = ["uploading", "queued", "indexing", "ready", "failed", "stale"] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];
