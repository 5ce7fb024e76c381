import { z } from "zod";
import type { PassageFilter, PassageScope } from "../../passage-index/passage-index.ts";
import type { OrganizationTransaction } from "../database.ts";
import { selectReadableDocuments } from "./readable-documents.ts";
import type { DocumentScope } from "./document.entity.ts";

/** The reader: one agent, the agents of one channel, or everybody who may see every document of a scope. */
export type Reader =
  /** `namedDocumentUuids`: the documents that its nodes name; absent: those of its published version. */
  | { kind: "agent"; agentId: number; namedDocumentUuids?: readonly string[] }
  | { kind: "channel"; channelId: number }
  | { kind: "everything"; scope: DocumentScope | null };

/** Returns the filter for a reader; undefined: there is no such agent or channel. */
export const findReaderFilter = async (
  tx: OrganizationTransaction,
  reader: Reader,
): Promise<Omit<PassageFilter, "documentUuids"> | undefined> => {
  if (reader.kind === "everything") return { scopes: await scopesOfKind(tx, reader.scope), namedDocumentUuids: [] };
  if (reader.kind === "agent") return filterOfAgent(tx, reader);
  const channel = await tx.selectFrom("folders").select("id").where("id", "=", reader.channelId).executeTakeFirst();
  return channel && { scopes: [{ kind: "org" }, { kind: "channel", id: channel.id }], namedDocumentUuids: [] };
};

/**
 * Returns the filter of an agent: its own documents, those of its channel and of the organization, and library
 * documents that a node of it names.
 */
const filterOfAgent = async (
  tx: OrganizationTransaction,
  { agentId, namedDocumentUuids }: Extract<Reader, { kind: "agent" }>,
) => {
  const agent = await tx
    .selectFrom("agents")
    .select(["id", "folder_id", "published_version_id", "draft_version_id"])
    .where("id", "=", agentId)
    .executeTakeFirst();
  if (!agent) return undefined;
  const channel: PassageScope[] = agent.folder_id === null ? [] : [{ kind: "channel", id: agent.folder_id }];
  const scopes = [{ kind: "org" as const }, ...channel, { kind: "agent" as const, id: agent.id }];
  if (namedDocumentUuids) return { scopes, namedDocumentUuids };
  const version = await tx
    .selectFrom("agent_versions")
    .select("definition")
    .where("id", "=", agent.published_version_id ?? agent.draft_version_id)
    .executeTakeFirst();
  const named = listNamedDocuments(version?.definition ?? {});
  const reader = { agentId: agent.id, channelId: agent.folder_id };
  const readable = await selectReadableDocuments(tx, reader, named)
    .innerJoin("documents as d", (join) =>
      join.on((on) => on("d.id", "=", on.fn.coalesce("seen.duplicate_of", "seen.id"))),
    )
    .select("d.document_uuid as uuid")
    .where((document) =>
      document.or([document("seen.scope", "=", "library"), document("seen.duplicate_of", "is not", null)]),
    )
    .execute();
  return { scopes, namedDocumentUuids: [...new Set(readable.map(({ uuid }) => uuid))] };
};

const definition = z.object({
  nodes: z.array(z.object({ data: z.object({ document_uuids: z.array(z.string()).catch([]) }) })).catch([]),
});

/** Returns the documents that nodes of an agent name. */
export const listNamedDocuments = (stored: Readonly<Record<string, unknown>>): string[] => {
  const { nodes } = definition.catch({ nodes: [] }).parse(stored);
  return [...new Set(nodes.flatMap(({ data }) => data.document_uuids))];
};

/** Lists the channels or agents of a scope, because the index stores each as a scope of its own. */
const scopesOfKind = async (
  tx: OrganizationTransaction,
  scope: DocumentScope | null,
): Promise<PassageScope[] | null> => {
  if (scope === null) return null;
  if (scope === "library" || scope === "org") return [{ kind: scope }];
  const column = scope === "channel" ? "folder_id" : "agent_id";
  const rows = await tx
    .selectFrom("documents")
    .select(`${column} as id`)
    .distinct()
    .where("scope", "=", scope)
    .where("deleted_at", "is", null)
    .execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [{ kind: scope, id }]));
};
