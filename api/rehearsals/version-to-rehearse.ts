import { checkDefinition } from "../../domain/agent/check-definition.ts";
import type { Agent, AgentVersion } from "../../infra/postgres/agent/agent.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { storedDefinition } from "../agents/agents.schemas.ts";
import { cannotBeRehearsed, noSuchVersion } from "./rehearsals.errors.ts";

/** Finds the version with a number, or else the draft, or else the published one; undefined: there is none. */
export const findVersionToRehearse = async (
  tx: OrganizationTransaction,
  agent: Agent,
  versionNumber: number | undefined,
): Promise<AgentVersion | undefined> => {
  const versions = tx.selectFrom("agent_versions").selectAll().where("agent_id", "=", agent.id);
  if (versionNumber !== undefined) return versions.where("version_number", "=", versionNumber).executeTakeFirst();
  const shown = agent.draft_version_id ?? agent.published_version_id;
  return shown === null ? undefined : versions.where("id", "=", shown).executeTakeFirst();
};

/** The same; throws where there is none, and where its definition could not take a call. */
export const requireVersion = async (
  tx: OrganizationTransaction,
  agent: Agent,
  versionNumber: number | undefined,
): Promise<AgentVersion> => {
  const version = await findVersionToRehearse(tx, agent, versionNumber);
  if (!version) throw noSuchVersion();
  const errors = checkDefinition(storedDefinition.parse(version.definition));
  if (errors.length > 0) throw cannotBeRehearsed(errors);
  return version;
};
