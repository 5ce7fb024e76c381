import { findAgentDetails } from "../../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { agentNotFound } from "./agents.errors.ts";
import { presentAgent } from "./agents.presenter.ts";

/** Presents the agent as it is in the transaction. */
export const readAgentAnswer = async (tx: OrganizationTransaction, agentId: number) => {
  const details = await findAgentDetails(tx, agentId);
  if (!details) throw agentNotFound();
  return presentAgent(details);
};
