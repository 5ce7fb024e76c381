import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** The tools and agents that name a credential. */
export interface CredentialUsers {
  tools: { tool_uuid: string; name: string }[];
  agents: { id: number; name: string }[];
}

/**
 * Returns the users of each of the organization's credentials, by its UUID. An archived tool or agent uses none, nor
 * does an agent's former version.
 */
export const readCredentialUsers = async (tx: OrganizationTransaction): Promise<Map<string, CredentialUsers>> => {
  const { rows } = await sql<CredentialUsers & { uuid: string }>`
    select credential.uuid,
      coalesce((select json_agg(json_build_object('tool_uuid', tool.tool_uuid, 'name', tool.name) order by tool.name, tool.id)
        from tools tool where tool.status <> 'archived'
          and strpos(lower(tool.definition::text), credential.uuid::text) > 0), '[]') as tools,
      coalesce((select json_agg(json_build_object('id', agent.id, 'name', agent.name) order by agent.name, agent.id)
        from agents agent where agent.status = 'active' and exists (
          select from agent_versions version
          where version.id in (agent.published_version_id, agent.draft_version_id)
            and strpos(lower(version.definition::text || version.configurations::text), credential.uuid::text) > 0)),
        '[]') as agents
    from credentials credential`.execute(tx);
  return new Map(rows.map(({ uuid, tools, agents }) => [uuid, { tools, agents }]));
};
