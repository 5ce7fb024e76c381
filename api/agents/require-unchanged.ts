import { digestDefinition } from "../../application/rehearsal/definition-digest.ts";
import { findAgentDetails } from "../../infra/postgres/agent/agent.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { digestSettings } from "../digest-agent.ts";
import { agentNotFound, definitionChanged, settingsChanged } from "./agents.errors.ts";

/** What somebody has read of an agent before they act on it; undefined: they do not say. */
interface Read {
  expected_digest?: string | undefined;
  expected_settings_digest?: string | undefined;
}

/**
 * Throws 409 where the agent is no longer what was read of it: whoever acts on that overwrites and publishes nothing that
 * they have not seen. The agent must be locked.
 */
export const requireUnchanged = async (tx: OrganizationTransaction, agentId: number, read: Read): Promise<void> => {
  const { expected_digest: definition, expected_settings_digest: settings } = read;
  if (definition === undefined && settings === undefined) return;
  const present = await findAgentDetails(tx, agentId);
  if (!present) throw agentNotFound();
  if (definition !== undefined && digestDefinition(present) !== definition) throw definitionChanged();
  if (settings !== undefined && digestSettings(present) !== settings) throw settingsChanged();
};
