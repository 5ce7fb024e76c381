import { sql } from "kysely";
import type { RetrievalMode } from "../../domain/document/retrieval-mode.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { selectReadableDocuments } from "./select-readable-documents.ts";

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
    .select(["seen.document_uuid as uuid", "seen.filename", "seen.retrieval_mode as retrievalMode"])
    .select("v.id as versionId")
    .orderBy("seen.id", "desc")
    .execute();
  const order = named.map((uuid) => uuid.toLowerCase());
  const placeOf = (uuid: string) => (order.includes(uuid) ? order.indexOf(uuid) : order.length);
  return rows.sort((one, other) => placeOf(one.uuid) - placeOf(other.uuid));
};

/** Tells whether the agent has anything to read in such a step, now or when it has been processed. */
export const hasReadableDocuments = async (
  tx: OrganizationTransaction,
  agentId: number,
  named: readonly string[],
): Promise<boolean> => {
  const found = await withVersions(tx, agentId, named).select(sql<number>`1`.as("found")).limit(1).executeTakeFirst();
  return found !== undefined || (await countUnreadyDocuments(tx, agentId, named)) > 0;
};

/** Counts the documents that the agent will read in a step when they have been processed for the first time. */
export const countUnreadyDocuments = async (
  tx: OrganizationTransaction,
  agentId: number,
  named: readonly string[],
): Promise<number> => {
  const { unready } = await selectReadableDocuments(tx, { agentId, channelId: undefined }, named)
    .where("seen.is_active", "=", true)
    .where("seen.current_version", "is", null)
    .where("seen.state", "in", ["queued", "indexing"])
    .select((document) => document.fn.countAll<number>().as("unready"))
    .executeTakeFirstOrThrow();
  return Number(unready);
};

/** Selects documents with the versions that readers get. */
const withVersions = (tx: OrganizationTransaction, agentId: number, named: readonly string[]) =>
  selectReadableDocuments(tx, { agentId, channelId: undefined }, named)
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.document_id", "=", "seen.id").onRef("v.version", "=", "seen.current_version"),
    )
    .where("seen.is_active", "=", true);
