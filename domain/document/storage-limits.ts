import { GIGABYTE } from "../file/bytes.ts";

/** What an organization stores, and what its plan allows. */
export interface StorageUsage {
  document_count: number;
  chunk_count: number;
  used_bytes: number;
  limit_documents: number;
  limit_chunks: number;
  limit_bytes: number;
}

/** The plan of an organization whose operator has set no other limits. */
export const STANDARD_PLAN = { name: "standard", bytes: 10 * GIGABYTE, documents: 10_000, chunks: 1_000_000 } as const;

export type StorageLimit = "bytes" | "documents" | "chunks";

export const STORAGE_FULL = "The storage of your plan is full: delete documents, or have its limit raised";

/**
 * Returns the limit of the plan that an addition exceeds; null: there is room. `bytes`: at least one, so that a full plan takes
 * nothing. A next version replaces the passages of the one before it: those are judged when they are cut (`exceedsChunks`).
 */
export const findExceededLimit = (
  usage: StorageUsage,
  { bytes, isNewDocument }: { bytes: number; isNewDocument: boolean },
): StorageLimit | null => {
  if (usage.used_bytes + Math.max(bytes, 1) > usage.limit_bytes) return "bytes";
  if (!isNewDocument) return null;
  if (usage.document_count >= usage.limit_documents) return "documents";
  return usage.chunk_count >= usage.limit_chunks ? "chunks" : null;
};

/** Tells whether passages that replace others exceed the plan. */
export const exceedsChunks = (
  { chunk_count, limit_chunks }: Pick<StorageUsage, "chunk_count" | "limit_chunks">,
  { replaced, coming }: { replaced: number; coming: number },
): boolean => chunk_count - replaced + coming > limit_chunks;
