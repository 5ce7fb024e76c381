import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

export interface CallAgent {
  agent_id: number;
  agent_version_id: number;
}

/** Reads by which agents and versions contacts are called whose calls are of a journey; admission refuses what may not be used now. */
export const readPublishedVersions = async (
  tx: OrganizationTransaction,
  agentIds: readonly number[],
): Promise<Map<number, CallAgent>> => {
  if (agentIds.length === 0) return new Map();
  const { rows } = await sql<CallAgent>`
    select id as agent_id, coalesce(published_version_id, draft_version_id) as agent_version_id from agents
    where id = any(${agentIds}::bigint[]) and coalesce(published_version_id, draft_version_id) is not null`.execute(tx);
  return new Map(rows.map((row) => [row.agent_id, row]));
};
