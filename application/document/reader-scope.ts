import { z } from "zod";
import type { DocumentScope } from "../../domain/document/document-scope.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { type ReadingAgent, selectReadableDocuments } from "./select-readable-documents.ts";

/** The reader: one agent, the agents of one channel, or everybody who may see every document of a scope. */
export type Reader =
  /** `namedDocumentUuids`: the documents that its nodes name; absent: those of its published version. */
  | { kind: "agent"; agentId: number; namedDocumentUuids?: readonly string[] }
  | { kind: "channel"; channelId: number }
  | { kind: "everything"; scope: DocumentScope | null };

/**
 * Lists the documents that a reader sees now, by their rows: what an index knows of their readers may be older. Null:
 * all; undefined: there is no such agent or channel.
 */
export const listSeenDocuments = async (
  tx: OrganizationTransaction,
  reader: Reader,
): Promise<string[] | null | undefined> => {
  if (reader.kind === "everything") return listActive(tx, reader.scope);
  if (reader.kind === "agent") return listOfAgent(tx, reader);
  const channel = await tx.selectFrom("folders").select("id").where("id", "=", reader.channelId).executeTakeFirst();
  return channel && listReadable(tx, { agentId: null, channelId: channel.id }, []);
};

const listOfAgent = async (
  tx: OrganizationTransaction,
  { agentId, namedDocumentUuids }: Extract<Reader, { kind: "agent" }>,
): Promise<string[] | undefined> => {
  const agent = await tx
    .selectFrom("agents")
    .select(["id", "folder_id", "published_version_id", "draft_version_id"])
    .where("id", "=", agentId)
    .executeTakeFirst();
  if (!agent) return undefined;
  const version = await tx
    .selectFrom("agent_versions")
    .select("definition")
    .where("id", "=", agent.published_version_id ?? agent.draft_version_id)
    .executeTakeFirst();
  const named = namedDocumentUuids ?? listNamedDocuments(version?.definition ?? {});
  return listReadable(tx, { agentId: agent.id, channelId: agent.folder_id }, named);
};

const listReadable = async (
  tx: OrganizationTransaction,
  agent: ReadingAgent,
  named: readonly string[],
): Promise<string[]> => {
  const rows = await selectReadableDocuments(tx, agent, named)
    .select("seen.document_uuid as uuid")
    .where("seen.current_version", "is not", null)
    .where("seen.is_active", "=", true)
    .execute();
  return rows.map(({ uuid }) => uuid);
};

/** Lists the documents of a scope, or of all; null where all are active. */
const listActive = async (tx: OrganizationTransaction, scope: DocumentScope | null): Promise<string[] | null> => {
  const present = tx.selectFrom("documents").where("deleted_at", "is", null);
  if (scope === null) {
    const inactive = await present.select("id").where("is_active", "=", false).limit(1).executeTakeFirst();
    if (!inactive) return null;
  }
  const active = present
    .select("document_uuid as uuid")
    .where("current_version", "is not", null)
    .where("is_active", "=", true);
  const rows = await (scope === null ? active : active.where("scope", "=", scope)).execute();
  return rows.map(({ uuid }) => uuid);
};

const definition = z.object({
  nodes: z.array(z.object({ data: z.object({ document_uuids: z.array(z.string()).catch([]) }) })).catch([]),
});

/** Returns the documents that nodes of an agent name. */
export const listNamedDocuments = (stored: Readonly<Record<string, unknown>>): string[] => {
  const { nodes } = definition.catch({ nodes: [] }).parse(stored);
  return [...new Set(nodes.flatMap(({ data }) => data.document_uuids))];
};
