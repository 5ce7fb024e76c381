import { isAgentObstacle, isKnown, type VersionChoice } from "../domain/agent/agent-use.ts";
import type { Agent } from "../infra/postgres/agent/agent.entity.ts";
import { findAgent } from "../infra/postgres/agent/agent.repository.ts";
import { type AgentToRun, findAgentToRun } from "../infra/postgres/agent/agent-to-run.repository.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { agentNotFound, agentNotUsable } from "./agents/agents.errors.ts";

/** Finds the agent to read of it, archived or not, also the platform's own; throws where there is none. */
export const requireAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw agentNotFound();
  return agent;
};

/** Finds the agent that something is to name, archived or not; throws where the organization knows none. */
export const requireKnownAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await findAgent(tx, agentId);
  if (!isKnown(agent)) throw agentNotFound();
  return agent;
};

/** Finds the agent that something begins with now, and its version; throws why it may not be used. */
export const requireAgentToRun = async (
  tx: OrganizationTransaction,
  agentId: number,
  choice: VersionChoice,
): Promise<AgentToRun> => {
  const found = await findAgentToRun(tx, agentId, choice);
  if (isAgentObstacle(found)) throw agentNotUsable(found);
  return found;
};
