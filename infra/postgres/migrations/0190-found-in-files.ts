import { type Kysely, sql } from "kysely";

/** What the reader of a document found in its file; files that were read before say nothing and have no counted tables. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COLUMNS).execute(db);
};

const COLUMNS = `
alter table document_versions
  add column title text,
  add column language text,
  add column table_count integer not null default 0,
  add column unnamed_table_count integer not null default 0
`;
