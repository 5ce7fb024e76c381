import { findAgent } from "../../../infra/postgres/agent/agent.repository.ts";
import type { Agent } from "../../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { agentNotFound } from "../../agents/agents.errors.ts";

/** The agent by its id, archived or not. */
export const requireAgent = async (tx: OrganizationTransaction, agentId: number): Promise<Agent> => {
  const agent = await findAgent(tx, agentId);
  if (!agent) throw agentNotFound();
  return agent;
};
