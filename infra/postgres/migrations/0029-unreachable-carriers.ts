import { type Kysely, sql } from "kysely";

/** Why a call waits whose carrier cannot be asked about it: tries in a row, last error, last try. Null: it answered the last time. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table call_runs add column carrier_unreachable jsonb`.execute(db);
};
