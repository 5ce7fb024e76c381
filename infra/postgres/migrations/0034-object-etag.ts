import { type Kysely, sql } from "kysely";

/** The store's mark of a version's file: whoever asks again for the same file gets the same version, and nobody reads it for that. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table document_versions add column object_etag text").execute(db);
};
