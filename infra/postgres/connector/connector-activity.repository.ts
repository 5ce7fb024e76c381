import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";

/** An agent's action in a connected app. */
export interface ConnectorActivity {
  tool_call_id: string;
  account_id: number;
  slug: string;
  account_label: string;
  action: string;
  tool_uuid: string;
  tool_name: string | null;
  run_id: number;
  agent_id: number;
  /** `refused`: the app answered with a refusal. */
  outcome: "running" | "done" | "refused" | "failed" | "unknown";
  status_code: number | null;
  error: string | null;
  is_compensation: boolean;
  at: Date;
  finished_at: Date | null;
}

interface Page {
  accountId: number | undefined;
  slug: string | undefined;
  /** Only activity before this call. */
  before: string | undefined;
  limit: number;
}

/** Lists activity, newest first. */
export const listConnectorActivity = async (
  tx: OrganizationTransaction,
  { accountId, slug, before, limit }: Page,
): Promise<ConnectorActivity[]> => {
  const conditions = [
    sql`c.connector_account_id is not null`,
    ...(accountId === undefined ? [] : [sql`c.connector_account_id = ${accountId}`]),
    ...(slug === undefined ? [] : [sql`a.slug = ${slug}`]),
    ...(before === undefined
      ? []
      : [sql`(c.requested_at, c.uuid) < (select b.requested_at, b.uuid from tool_calls b where b.uuid = ${before})`]),
  ];
  const { rows } = await sql<ConnectorActivity>`
    select c.uuid as tool_call_id, a.id as account_id, a.slug, a.account_label, c.connector_action as action,
      c.tool_uuid, t.name as tool_name, c.run_id, r.agent_id,
      case when c.state = 'done' and c.error is not null then 'refused' else c.state end as outcome,
      c.status_code, c.error, c.is_compensation, c.requested_at as at, c.finished_at
    from tool_calls c
    join connector_accounts a on a.id = c.connector_account_id
    join call_runs r on r.id = c.run_id
    left join tools t on t.tool_uuid = c.tool_uuid
    where ${sql.join(conditions, sql` and `)}
    order by c.requested_at desc, c.uuid desc limit ${limit}`.execute(tx);
  return rows;
};
