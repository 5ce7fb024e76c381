import { sql } from "kysely";
import { exceedsChunks } from "../../../domain/document/storage-limits.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { DocumentUsage } from "./document-usage.entity.ts";

export interface UsageChange {
  bytes?: number;
  documents?: number;
  chunks?: number;
}

/** Reads what the organization stores, and the limits of its plan. */
export const readUsage = async (tx: OrganizationTransaction, organizationId: number): Promise<DocumentUsage> => {
  await ensureRow(tx, organizationId);
  return tx.selectFrom("knowledge_usage").selectAll().executeTakeFirstOrThrow();
};

/** Reads and locks the usage until the transaction ends. As with `lockUsageRow`, lock it before any document. */
export const lockUsage = async (tx: OrganizationTransaction, organizationId: number): Promise<DocumentUsage> => {
  await ensureRow(tx, organizationId);
  return tx.selectFrom("knowledge_usage").selectAll().forUpdate().executeTakeFirstOrThrow();
};

/**
 * Locks the usage. A transaction that locks documents and then changes the usage takes this lock first, as a request
 * for a version does; otherwise two transactions could deadlock.
 */
export const lockUsageRow = async (tx: OrganizationTransaction): Promise<void> => {
  await tx.selectFrom("knowledge_usage").select("organization_id").forUpdate().execute();
};

/** Changes the usage, in the transaction of the change that it counts. */
export const changeUsage = async (
  tx: OrganizationTransaction,
  organizationId: number,
  { bytes = 0, documents = 0, chunks = 0 }: UsageChange,
): Promise<void> => {
  await ensureRow(tx, organizationId);
  await tx
    .updateTable("knowledge_usage")
    .set({
      used_bytes: sql<number>`greatest(used_bytes + ${bytes}, 0)`,
      document_count: sql<number>`greatest(document_count + ${documents}, 0)`,
      chunk_count: sql<number>`greatest(chunk_count + ${chunks}, 0)`,
    })
    .execute();
};

/** Tells whether readable passages and those of versions in progress will exceed the plan's limit when this version is read. */
export const isOverPassageLimit = async (
  tx: OrganizationTransaction,
  { organization_id, document_id }: { organization_id: number; document_id: number },
): Promise<boolean> => {
  const usage = await readUsage(tx, organization_id);
  const { replaced, coming } = await tx
    .selectFrom("document_versions")
    .select([
      sql<number>`coalesce(sum(chunk_count) filter (where state = 'ready' and document_id = ${document_id}), 0)::bigint`.as(
        "replaced",
      ),
      sql<number>`coalesce(sum(chunk_count) filter (where state = 'indexing'), 0)::bigint`.as("coming"),
    ])
    .where("state", "in", ["ready", "indexing"])
    .executeTakeFirstOrThrow();
  return exceedsChunks(usage, { replaced, coming });
};

const ensureRow = async (tx: OrganizationTransaction, organizationId: number): Promise<void> => {
  await tx
    .insertInto("knowledge_usage")
    .values({ organization_id: organizationId })
    .onConflict((clash) => clash.column("organization_id").doNothing())
    .execute();
};
