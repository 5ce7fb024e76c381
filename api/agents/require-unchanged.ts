import { findAgentDetails } from "../../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { agentNotFound, definitionChanged } from "./agents.errors.ts";
import { digestDefinition } from "./definition-digest.ts";

/**
 * Throws 409 where the agent's definition is no longer the one with this digest: whoever acts on what they have read
 * overwrites and publishes nothing that they have not seen. The agent must be locked.
 */
export const requireUnchanged = async (
  tx: OrganizationTransaction,
  agentId: number,
  digest: string | undefined,
): Promise<void> => {
  if (digest === undefined) return;
  const present = await findAgentDetails(tx, agentId);
  if (!present) throw agentNotFound();
  if (digestDefinition(present.definition) !== digest) throw definitionChanged();
};
