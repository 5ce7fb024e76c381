import type { OrganizationTransaction } from "../database.ts";

/**
 * Returns those of a document's files that no other document uses, each once: several documents that were one row when
 * their content was the same have one file. Of two that are deleted together neither counts for the other.
 */
export const keepUnusedFiles = async (
  tx: OrganizationTransaction,
  { documentId, keys }: { documentId: number; keys: readonly string[] },
): Promise<string[]> => {
  if (keys.length === 0) return [];
  const used = await tx
    .selectFrom("document_versions as v")
    .innerJoin("documents as d", "d.id", "v.document_id")
    .select("v.object_key")
    .where("v.object_key", "in", keys)
    .where("v.document_id", "<>", documentId)
    .where("v.state", "<>", "superseded")
    .where("d.deleted_at", "is", null)
    .execute();
  const usedKeys = new Set(used.map(({ object_key }) => object_key));
  return [...new Set(keys)].filter((key) => !usedKeys.has(key));
};
