import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { agentNotReady } from "../agents/agents.errors.ts";
import { agentNotFound } from "../agents/agents.errors.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";

/** The agent by its id, archived or not. */
export const knownAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw agentNotFound();
  return agent;
};

/** The agent that a new run is asked of. */
export const agentToRun = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await knownAgent(tx, agentId);
  if (agent.status === "archived") throw agentNotReady(`The agent ${agent.name} is archived: make it active again`);
  return agent;
};
