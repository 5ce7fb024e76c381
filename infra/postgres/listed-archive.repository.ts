import { sql } from "kysely";
import type { OrganizationTransaction } from "./database.ts";

/** The most archived rows that a list contains: nothing else limits their number, and a list is answered as a whole. */
const MOST_LISTED = 1_000;
const ARCHIVED = {
  agents: sql`status = 'archived' and not is_hidden`,
  tools: sql`status = 'archived'`,
  api_keys: sql`archived_at is not null`,
};

/** Finds the lowest id of the archived rows that a list contains, the newest thousand; 0: it contains all. */
export const findFirstListedArchived = async (
  tx: OrganizationTransaction,
  table: keyof typeof ARCHIVED,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${ARCHIVED[table]} order by id desc offset ${MOST_LISTED - 1} limit 1
  `.execute(tx);
  return rows[0]?.id ?? 0;
};
