import { type Kysely, sql } from "kysely";

/** How loud a recording of a call is, second by second; computed once, when somebody looks at it first. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table call_artifacts add column peaks jsonb").execute(db);
};
