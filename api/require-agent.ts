import type { Agent } from "../infra/postgres/agent/agent.entity.ts";
import { findAgent } from "../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { agentNotFound, agentNotReady } from "./agents/agents.errors.ts";

/** Finds the agent, archived or not; throws where there is none. */
export const requireAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw agentNotFound();
  return agent;
};

/** Finds the agent; throws where there is none, where it is the platform's own, and where it is archived. */
export const requireActiveAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await requireAgent(tx, agentId);
  if (agent.is_hidden) throw agentNotFound();
  if (agent.status === "archived") throw agentNotReady(`The agent ${agent.name} is archived: make it active again`);
  return agent;
};
