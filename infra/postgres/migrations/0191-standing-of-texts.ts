import { type Kysely, sql } from "kysely";

/** How the texts of a carrier account go, apart from its calls. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table telephony_paces
      add column texts_failed_in_row integer not null default 0,
      add column texts_out_until timestamptz,
      add column texts_out_for_seconds integer
  `.execute(db);
};
