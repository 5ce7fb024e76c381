import { sql } from "kysely";
import type { OrganizationTransaction } from "../postgres/database.ts";
import type { RetrievalMode } from "../postgres/document/document.entity.ts";
import { selectReadableDocuments } from "../postgres/document/readable-documents.ts";

/** A document that an agent can read now. */
export interface ReadableDocument {
  uuid: string;
  filename: string;
  retrievalMode: RetrievalMode;
  /** The version that readers get. */
  versionId: number;
}

/**
 * Returns the documents that an agent reads in a step: those that the step names first, in their order; the rest newest
 * first.
 */
export const findReadableDocuments = async (
  tx: OrganizationTransaction,
  agentId: number,
  named: readonly string[],
): Promise<ReadableDocument[]> => {
  const rows = await withVersions(tx, agentId, named)
    .select(["seen.document_uuid as asked", "d.document_uuid as uuid", "d.filename", "d.retrieval_mode"])
    .select("v.id as version_id")
    .orderBy("d.id", "desc")
    .execute();
  const order = named.map((uuid) => uuid.toLowerCase());
  const placeOf = (uuid: string) => (order.includes(uuid) ? order.indexOf(uuid) : order.length);
  const inOrder = rows.sort((one, other) => placeOf(one.asked) - placeOf(other.asked));
  const byUuid = new Map<string, ReadableDocument>();
  for (const { uuid, filename, retrieval_mode: retrievalMode, version_id: versionId } of inOrder) {
    if (!byUuid.has(uuid)) byUuid.set(uuid, { uuid, filename, retrievalMode, versionId });
  }
  return [...byUuid.values()];
};

/** Tells whether the agent has anything to read in such a step. */
export const hasReadableDocuments = async (
  tx: OrganizationTransaction,
  agentId: number,
  named: readonly string[],
): Promise<boolean> => {
  const found = await withVersions(tx, agentId, named).select(sql<number>`1`.as("found")).limit(1).executeTakeFirst();
  return found !== undefined;
};

/** Selects documents with their versions; an upload of known content stands for the document that has it. */
const withVersions = (tx: OrganizationTransaction, agentId: number, named: readonly string[]) =>
  selectReadableDocuments(tx, { agentId, channelId: undefined }, named)
    .innerJoin("documents as d", (join) =>
      join.on((on) => on("d.id", "=", on.fn.coalesce("seen.duplicate_of", "seen.id"))),
    )
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.document_id", "=", "d.id").onRef("v.version", "=", "d.current_version"),
    )
    .where("d.deleted_at", "is", null);
