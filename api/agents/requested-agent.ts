import { lockAgent } from "../../infra/postgres/agent/agent-changes.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { agentNotFound } from "./agents.errors.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";

/** The agent that a change is asked for, held until the transaction ends. The platform's own agents are not to be changed. */
export const requestedAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await lockAgent(tx, agentId);
  if (!agent || agent.is_hidden) throw agentNotFound();
  return agent;
};
