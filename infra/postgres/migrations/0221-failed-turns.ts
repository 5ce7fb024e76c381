import { type Kysely, sql } from "kysely";

/** Why a turn's model failed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table conversation_turns add column error text").execute(db);
};
