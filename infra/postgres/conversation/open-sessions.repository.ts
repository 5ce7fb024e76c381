import { sql } from "kysely";
import type { Database } from "../database.ts";

/** A text session or a web call that is not over. */
export interface OpenSession {
  id: number;
  organization_id: number;
  uuid: string;
  name: string;
  agent_id: number;
  environment: string;
}

const FUNCTIONS = {
  textchat: sql.ref("platform_open_text_sessions"),
  smallwebrtc: sql.ref("platform_open_web_calls"),
} as const;

/** Lists sessions of all organizations that are not over and began more than `olderThanSeconds` ago, by id. */
export const listOpenSessions = async (
  { withoutOrganization }: Database,
  mode: keyof typeof FUNCTIONS,
  { olderThanSeconds, afterId, limit }: { olderThanSeconds: number; afterId: number; limit: number },
): Promise<OpenSession[]> => {
  const { rows } = await sql<OpenSession>`
    select * from ${FUNCTIONS[mode]}(make_interval(secs => ${olderThanSeconds}), ${afterId}, ${limit})
  `.execute(withoutOrganization);
  return rows;
};
