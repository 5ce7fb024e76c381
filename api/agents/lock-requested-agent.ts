import { isKnown } from "../../domain/agent/usable-agent-version.ts";
import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import { lockAgent } from "../../infra/postgres/agent/agent-changes.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { agentNotFound } from "./agents.errors.ts";

/**
 * Locks the agent that a request changes until the transaction ends. The platform's own agents are refused,
 * and for a sandbox key those of production. */
export const lockRequestedAgent = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  agentId: number,
): Promise<Agent> => {
  const agent = await lockAgent(tx, agentId);
  if (!isKnown(agent)) throw agentNotFound();
  requireOwnEnvironment(actor, agent, "agent");
  return agent;
};
