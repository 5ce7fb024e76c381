import type { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import { lockThread, openThread } from "../../infra/postgres/thread/threads.repository.ts";
import { requireKnownAgent } from "../require-agent.ts";
import { channelNotFound } from "./channels.errors.ts";
import { threadNotFound, threadOfTexts, threadWithSomebodyElse } from "./messages.errors.ts";
import type { messageBody } from "./messages.schemas.ts";

type Body = z.output<typeof messageBody>;

/** Returns the thread of a message, a new one where the message names none. */
export const findOrOpenThread = async (
  tx: OrganizationTransaction,
  { organizationId, body }: { organizationId: number; body: Body },
): Promise<Thread> => {
  const { workflow_id: agentId, folder_id: channelId, thread_id: threadId, assistant } = body;
  if (threadId !== undefined) return knownThread(tx, { threadId, agentId, channelId, assistant });
  if (assistant) return openThread(tx, { organizationId, partner: { kind: "assistant" } });
  if (channelId !== undefined) {
    const channel = await tx.selectFrom("folders").select("id").where("id", "=", channelId).executeTakeFirst();
    if (!channel) throw channelNotFound();
    return openThread(tx, { organizationId, partner: { kind: "channel", channelId } });
  }
  if (agentId === undefined) throw threadNotFound();
  await requireKnownAgent(tx, agentId);
  return openThread(tx, { organizationId, partner: { kind: "agent", agentId } });
};

interface Named {
  threadId: string;
  agentId: number | undefined;
  channelId: number | undefined;
  assistant: boolean;
}

const knownThread = async (
  tx: OrganizationTransaction,
  { threadId, agentId, channelId, assistant }: Named,
): Promise<Thread> => {
  const thread = await lockThread(tx, threadId);
  if (!thread) throw threadNotFound();
  if (thread.kind === "texts") throw threadOfTexts();
  if (agentId !== undefined && agentId !== thread.agent_id) throw threadWithSomebodyElse("workflow_id");
  if (channelId !== undefined && channelId !== thread.folder_id) throw threadWithSomebodyElse("folder_id");
  if (assistant && thread.kind !== "assistant") throw threadWithSomebodyElse("assistant");
  return thread;
};
