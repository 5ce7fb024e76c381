import { type Kysely, sql } from "kysely";

/** Since when a configuration names the carrier's account that it names: calls of before were another account's. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table telephony_configurations add column account_changed_at timestamptz`.execute(db);
};
