import { type Kysely, sql } from "kysely";

/** Whether a conversation in the browser was promised with audio, when it was made; its workflow has the voice carried. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table call_runs add column carries_audio boolean not null default false").execute(db);
};
