import { type Kysely, sql } from "kysely";

/** Tools that somebody has to confirm, and what takes back what they have done. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table tools
    add column requires_confirmation boolean not null default false,
    add column compensation jsonb`.execute(db);
  await sql`alter table tool_calls add column is_compensation boolean not null default false`.execute(db);
};
