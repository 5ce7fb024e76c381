import { type Kysely, sql } from "kysely";

/** Who asked for a version: its document says that of the first one alone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
alter table document_versions add column uploaded_by bigint references users on delete set null;
update document_versions v set uploaded_by = d.created_by
from documents d where d.id = v.document_id and v.version = 1;
`)
    .execute(db);
};
