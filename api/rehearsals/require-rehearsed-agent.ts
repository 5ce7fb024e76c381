import type { Agent } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { requireKnownAgent } from "../require-agent.ts";

/** Finds the agent whose scenarios a request changes, or that it rehearses; a sandbox key reaches none of production. */
export const requireRehearsedAgent = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  agentId: number,
): Promise<Agent> => {
  const agent = await requireKnownAgent(tx, agentId);
  requireOwnEnvironment(actor, agent, "agent");
  return agent;
};
