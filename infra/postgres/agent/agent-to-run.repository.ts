import {
  type AgentObstacle,
  chooseAgentVersion,
  isAgentObstacle,
  type VersionChoice,
} from "../../../domain/agent/usable-agent-version.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Agent } from "./agent.entity.ts";
import { findAgent } from "./agent.repository.ts";

/** The version that a run uses, whatever is published later. */
export interface VersionToRun {
  versionId: number;
  definition: Record<string, unknown>;
  configurations: Record<string, unknown>;
  templateVariables: Record<string, unknown>;
}

/** An agent that may be used now, with the version to use. */
export interface AgentToRun {
  agent: Agent;
  version: VersionToRun;
}

/** Finds the agent with the version to use, or returns why it may not be used now. */
export const findAgentToRun = async (
  tx: OrganizationTransaction,
  agentId: number,
  choice: VersionChoice,
): Promise<AgentToRun | AgentObstacle> => readAgentToRun(tx, await findAgent(tx, agentId), choice);

/** Reads the version of an agent to use, or returns why it may not be used now. */
export const readAgentToRun = async (
  tx: OrganizationTransaction,
  agent: Agent | undefined,
  choice: VersionChoice,
): Promise<AgentToRun | AgentObstacle> => {
  const chosen = chooseAgentVersion(agent, choice);
  if (isAgentObstacle(chosen)) return chosen;
  return { agent: chosen.agent, version: await readVersion(tx, chosen.versionId) };
};

/** Reads the content of a version; agents name versions that exist. */
export const readVersion = async (tx: OrganizationTransaction, versionId: number): Promise<VersionToRun> => {
  const row = await tx
    .selectFrom("agent_versions")
    .select(["id", "definition", "configurations", "template_context_variables"])
    .where("id", "=", versionId)
    .executeTakeFirstOrThrow();
  return {
    versionId: row.id,
    definition: row.definition,
    configurations: row.configurations,
    templateVariables: row.template_context_variables,
  };
};
