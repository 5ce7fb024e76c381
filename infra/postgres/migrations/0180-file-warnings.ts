import { type Kysely, sql } from "kysely";

/**
 * What is said about a file that was read: counts of rows, characters and sheets, kept with its import, list or version. Which import wrote
 * a contact last tells several people of one number in one file.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COLUMNS).execute(db);
};

const COLUMNS = `
alter table contact_imports add column warnings jsonb not null default '[]', add column encoding text;
alter table national_lists add column warnings jsonb not null default '[]', add column encoding text;
alter table document_versions add column warnings jsonb not null default '[]', add column encoding text;
alter table contacts add column import_id bigint;
`;
