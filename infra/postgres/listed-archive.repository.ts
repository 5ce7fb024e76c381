import { sql } from "kysely";
import type { OrganizationTransaction } from "./database.ts";

/** Archived rows have no ceiling of their own, and are answered whole in one list with the others. */
const MOST_LISTED = 1_000;
const ARCHIVED = {
  agents: sql`status = 'archived' and not is_hidden`,
  tools: sql`status = 'archived'`,
  api_keys: sql`archived_at is not null`,
};

/** Finds the id from which on archived rows are listed: the newest thousand are, and 0 says that all are. */
export const findFirstListedArchived = async (
  tx: OrganizationTransaction,
  table: keyof typeof ARCHIVED,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${ARCHIVED[table]} order by id desc offset ${MOST_LISTED - 1} limit 1
  `.execute(tx);
  return rows[0]?.id ?? 0;
};
