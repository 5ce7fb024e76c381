import type { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findLatestReply } from "../../infra/postgres/thread/replies.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { channelNotFound } from "./channels.errors.ts";
import { threadNotFound } from "./messages.errors.ts";
import { presentDraft } from "./messages.presenter.ts";
import type { draftQuery } from "./messages.schemas.ts";

type Query = z.output<typeof draftQuery>;

/** Returns the reply that is being written, or the last one. */
export const readDraft = (context: OperationContext, { query }: OperationInput<{ query: typeof draftQuery }>) =>
  context.inOrganization(async (tx) => {
    await requireSubjects(tx, query);
    return presentDraft(await findLatestReply(tx, filterOf(query)));
  });

const filterOf = ({ workflow_id: agentId, folder_id: channelId, thread_id: threadUuid, assistant }: Query) => ({
  agentId,
  channelId,
  threadUuid,
  assistantOnly: assistant,
});

const requireSubjects = async (tx: OrganizationTransaction, query: Query): Promise<void> => {
  const { workflow_id: agentId, folder_id: channelId, thread_id: threadId } = query;
  if (agentId !== undefined) await requireKnownAgent(tx, agentId);
  if (channelId !== undefined) {
    const channel = await tx.selectFrom("folders").select("id").where("id", "=", channelId).executeTakeFirst();
    if (!channel) throw channelNotFound();
  }
  if (threadId === undefined) return;
  const thread = await tx.selectFrom("threads").select("id").where("uuid", "=", threadId).executeTakeFirst();
  if (!thread) throw threadNotFound();
};
