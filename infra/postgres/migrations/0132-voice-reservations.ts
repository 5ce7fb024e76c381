import { type Kysely, sql } from "kysely";

/** Places in media processes that are kept for calls until a process speaks in them: rows of the installation. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table voice_reservations (
        run_uuid uuid primary key,
        reserved_until timestamptz not null
      )`,
    )
    .execute(db);
};
