import { sql } from "kysely";
import type { Database } from "../database.ts";

export interface OpenTextSession {
  id: number;
  organization_id: number;
  uuid: string;
  name: string;
  agent_id: number;
  environment: string;
}

/** Sessions of all organizations that are not over and began more than `olderThanSeconds` ago; by their ids. */
export const listOpenTextSessions = async (
  { withoutOrganization }: Database,
  { olderThanSeconds, afterId, limit }: { olderThanSeconds: number; afterId: number; limit: number },
): Promise<OpenTextSession[]> => {
  const { rows } = await sql<OpenTextSession>`
    select * from platform_open_text_sessions(make_interval(secs => ${olderThanSeconds}), ${afterId}) limit ${limit}`.execute(
    withoutOrganization,
  );
  return rows;
};
