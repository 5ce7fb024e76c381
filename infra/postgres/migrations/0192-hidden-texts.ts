import { type Kysely, sql } from "kysely";

/** Texts from which something was left out, and what an agent that is to answer one has to hear. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table text_messages
      add column body_hidden boolean not null default false,
      add column original_sealed bytea
  `.execute(db);
};
