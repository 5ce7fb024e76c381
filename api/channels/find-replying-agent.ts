import { findMentionedName } from "../../domain/thread/mentioned-name.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import { channelNotFound } from "./channels.errors.ts";
import { agentCannotReply } from "./messages.errors.ts";
import { agentNotFound } from "../agents/agents.errors.ts";

interface Candidate {
  id: number;
  name: string;
  status: "active" | "archived";
  published_version_id: number | null;
}

/**
 * Returns the agent that replies to a message: the thread's own, or in a channel the one that the text names with `@`,
 * else the first that can. Null: the channel has none, or the assistant replies. Throws 400 when the named one cannot
 * reply.
 */
export const findReplyingAgent = async (
  tx: OrganizationTransaction,
  { thread, text }: { thread: Thread; text: string },
): Promise<number | null> => {
  if (thread.kind === "assistant") return null;
  if (thread.kind === "agent") return requireAble(await readAgent(tx, thread));
  const agents = await agentsOfChannel(tx, thread);
  const name = findMentionedName(
    text,
    agents.map((agent) => agent.name),
  );
  const named = agents.find((agent) => agent.name === name);
  if (named) return requireAble(named);
  return agents.find(isAble)?.id ?? null;
};

const isAble = (agent: Candidate): boolean => agent.status === "active" && agent.published_version_id !== null;

const requireAble = (agent: Candidate): number => {
  if (!isAble(agent)) throw agentCannotReply(agent.name, agent.status === "archived");
  return agent.id;
};

const COLUMNS = ["id", "name", "status", "published_version_id"] as const;

const readAgent = async (tx: OrganizationTransaction, { agent_id: agentId }: Thread): Promise<Candidate> => {
  const agent = await tx.selectFrom("agents").select(COLUMNS).where("id", "=", agentId).executeTakeFirst();
  if (!agent) throw agentNotFound();
  return agent;
};

const agentsOfChannel = async (tx: OrganizationTransaction, { folder_id: channelId }: Thread): Promise<Candidate[]> => {
  const channel = await tx.selectFrom("folders").select("id").where("id", "=", channelId).executeTakeFirst();
  if (!channel) throw channelNotFound();
  return tx
    .selectFrom("agents")
    .select(COLUMNS)
    .where("folder_id", "=", channelId)
    .where("is_hidden", "=", false)
    .orderBy("id")
    .execute();
};
