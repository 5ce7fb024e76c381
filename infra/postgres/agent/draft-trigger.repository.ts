import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { Agent } from "./agent.entity.ts";

/**
 * Finds the active or archived agent whose draft has this trigger; a path belongs to an agent only once it is
 * published.
 */
export const findAgentByDraftTrigger = (tx: OrganizationTransaction, path: string): Promise<Agent | undefined> => {
  const trigger = JSON.stringify({ nodes: [{ type: "trigger", data: { trigger_path: path } }] });
  return tx
    .selectFrom("agents")
    .innerJoin("agent_versions", "agent_versions.id", "agents.draft_version_id")
    .selectAll("agents")
    .where(sql<boolean>`agent_versions.definition @> ${trigger}::jsonb`)
    .orderBy("agents.id", "desc")
    .limit(1)
    .executeTakeFirst();
};
