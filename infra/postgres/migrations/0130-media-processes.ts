import { type Kysely, sql } from "kysely";

/** How many calls each media process speaks in, and how many more it could: rows of the installation, of no organization. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table media_processes (
        uuid uuid primary key,
        places integer not null,
        taken integer not null,
        told_at timestamptz not null default now()
      )`,
    )
    .execute(db);
};
