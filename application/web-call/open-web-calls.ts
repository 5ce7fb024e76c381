import { sql } from "kysely";
import { WEB_MODE } from "../../domain/call/modes-and-channels.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Tells whether the organization may open one more web call: each has a workflow and, once it is joined, a connection that says every
 * few seconds that it is there.
 */
export const hasWebCallCapacity = async (tx: OrganizationTransaction, most: number): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from call_runs where ended_at is null and state in ('queued','in_progress') and mode = ${sql.lit(WEB_MODE)} limit ${most}
    ) as found
  `.execute(tx);
  return (rows[0]?.count ?? 0) < most;
};
