import { chooseAgentVersion, isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { chooseAnsweringAgent } from "../../domain/channel/mentioned-agent.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import { agentNotUsable } from "../agents/agents.errors.ts";
import { channelNotFound } from "./channels.errors.ts";

/**
 * Returns the agent that replies to a message: the thread's own, or in a channel the one that the text names with `@`, else the
 * first that can reply. Null: the channel has none, or the assistant replies. Throws 400 when the named one cannot reply.
 */
export const findReplyingAgent = async (
  tx: OrganizationTransaction,
  { thread, text }: { thread: Thread; text: string },
): Promise<number | null> => {
  if (thread.kind === "assistant") return null;
  if (thread.kind === "agent") return requireAble(await findAgent(tx, thread.agent_id ?? 0));
  const chosen = chooseAnsweringAgent(text, await agentsOfChannel(tx, thread), isAble);
  return chosen ? requireAble(chosen) : null;
};

const isAble = (agent: Agent): boolean => !isAgentObstacle(chooseAgentVersion(agent, "published"));

const requireAble = (agent: Agent | undefined): number => {
  const chosen = chooseAgentVersion(agent, "published");
  if (isAgentObstacle(chosen)) throw agentNotUsable(chosen);
  return chosen.agent.id;
};

const agentsOfChannel = async (tx: OrganizationTransaction, { folder_id: channelId }: Thread): Promise<Agent[]> => {
  const channel = await tx.selectFrom("folders").select("id").where("id", "=", channelId).executeTakeFirst();
  if (!channel) throw channelNotFound();
  return tx
    .selectFrom("agents")
    .selectAll()
    .where("folder_id", "=", channelId)
    .where("is_hidden", "=", false)
    .orderBy("id")
    .execute();
};
