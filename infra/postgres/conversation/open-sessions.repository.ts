import { sql } from "kysely";
import { TEXT_MODE, WEB_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import type { Database, OrganizationTransaction } from "../database.ts";

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
  [TEXT_MODE]: sql.ref("platform_open_text_sessions"),
  [WEB_MODE]: sql.ref("platform_open_web_calls"),
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

/** Tells whether the organization has as many open conversations in text as it may have: each has a workflow. */
export const areSessionsFull = async (tx: OrganizationTransaction, most: number): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from call_runs where ended_at is null and state = 'in_progress' and mode = ${sql.lit(TEXT_MODE)} limit ${most}
    ) as found
  `.execute(tx);
  return (rows[0]?.count ?? 0) >= most;
};
