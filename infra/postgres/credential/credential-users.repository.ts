import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** A tool or an agent that names a credential. */
export type CredentialUser = { kind: "tool"; id: string; name: string } | { kind: "agent"; id: number; name: string };

/**
 * Returns the users of the organization's credentials, or of one of them, by its UUID; tools first, then by name. An
 * archived tool or agent uses none, nor does an agent's former version.
 */
export const readCredentialUsers = async (
  tx: OrganizationTransaction,
  only: string | null = null,
): Promise<Map<string, CredentialUser[]>> => {
  const { rows } = await sql<{ uuid: string; users: CredentialUser[] }>`
    with users as (
      select used.credential_uuid as uuid, 0 as place, tool.name, tool.id,
        json_build_object('kind', 'tool', 'id', tool.tool_uuid, 'name', tool.name) as "user"
      from tool_credentials used join tools tool on tool.id = used.tool_id
      where tool.status <> 'archived' and (${only}::uuid is null or used.credential_uuid = ${only}::uuid)
      union all
      select used.credential_uuid, 1, agent.name, agent.id,
        json_build_object('kind', 'agent', 'id', agent.id, 'name', agent.name)
      from agents agent
      join lateral (
        select distinct credential_uuid from agent_version_credentials
        where agent_version_id in (agent.published_version_id, agent.draft_version_id)
      ) used on true
      where agent.status = 'active' and (${only}::uuid is null or used.credential_uuid = ${only}::uuid)
    )
    select uuid, json_agg("user" order by place, name, id) as users from users group by uuid`.execute(tx);
  return new Map(rows.map(({ uuid, users }) => [uuid, users]));
};
