import { type Kysely, sql } from "kysely";

/** What is sealed in the record is added and never changed, as acts of the audit are. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw("revoke update, delete, truncate on record_entries, record_checkpoints, record_policies from ringdown_app")
    .execute(db);
};
