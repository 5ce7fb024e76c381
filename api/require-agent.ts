import { isAgentObstacle, isKnown, type VersionChoice } from "../domain/agent/usable-agent-version.ts";
import type { Agent } from "../infra/postgres/agent/agent.entity.ts";
import { findAgent } from "../infra/postgres/agent/agent.repository.ts";
import { type AgentToRun, findAgentToRun } from "../infra/postgres/agent/agent-to-run.repository.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { agentNotFound, agentNotUsable } from "./agents/agents.errors.ts";

/** Finds an agent whose rows are to be read, archived or not, also the platform's own; throws when there is none. */
export const requireAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw agentNotFound();
  return agent;
};

/** Finds an agent for something to refer to, archived or not; throws when the organization knows none. */
export const requireKnownAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await findAgent(tx, agentId);
  if (!isKnown(agent)) throw agentNotFound();
  return agent;
};

/** Finds an agent and its version for something that begins now; throws why the agent may not be used. */
export const requireAgentToRun = async (
  tx: OrganizationTransaction,
  agentId: number,
  choice: VersionChoice,
): Promise<AgentToRun> => {
  const found = await findAgentToRun(tx, agentId, choice);
  if (isAgentObstacle(found)) throw agentNotUsable(found);
  return found;
};
