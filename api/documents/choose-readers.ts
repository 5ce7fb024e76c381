import { type DocumentScope, USUAL_SCOPE } from "../../domain/document/document-scope.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import { channelNotFound } from "../channels/channels.errors.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { agentMissing, channelMissing, notOfScope } from "./documents.errors.ts";

export interface AskedReaders {
  scope?: DocumentScope | undefined;
  folder_id?: number | undefined;
  workflow_id?: number | undefined;
}

export type Readers = Pick<Document, "scope" | "folder_id" | "agent_id">;

/** Returns who reads a document: as asked, and otherwise as at present. A scope needs its channel or agent, and no other has one. */
export const chooseReaders = async (
  tx: OrganizationTransaction,
  asked: AskedReaders,
  present: Readers | undefined,
): Promise<Readers> => {
  const scope = asked.scope ?? present?.scope ?? USUAL_SCOPE;
  const kept = present?.scope === scope ? present : undefined;
  if (scope !== "channel" && asked.folder_id !== undefined) throw notOfScope("folder_id", scope);
  if (scope !== "agent" && asked.workflow_id !== undefined) throw notOfScope("workflow_id", scope);
  const channelId = scope === "channel" ? (asked.folder_id ?? kept?.folder_id) : null;
  const agentId = scope === "agent" ? (asked.workflow_id ?? kept?.agent_id) : null;
  if (asked.scope === "channel" && !channelId) throw channelMissing();
  if (asked.scope === "agent" && !agentId) throw agentMissing();
  if (asked.folder_id !== undefined) await requireKnownChannel(tx, asked.folder_id);
  if (asked.workflow_id !== undefined) await requireKnownAgent(tx, asked.workflow_id);
  return { scope, folder_id: channelId ?? null, agent_id: agentId ?? null };
};

const requireKnownChannel = async (tx: OrganizationTransaction, id: number): Promise<void> => {
  const channel = await tx.selectFrom("folders").select("id").where("id", "=", id).executeTakeFirst();
  if (!channel) throw channelNotFound();
};
