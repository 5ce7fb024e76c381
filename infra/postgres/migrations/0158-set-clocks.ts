import { type Kysely, sql } from "kysely";

/** When an account's next instant was stored, by the clock that it is told by: that clock may be set back. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table telephony_paces add column moved_at timestamptz`.execute(db);
};
