import { type Kysely, sql } from "kysely";

/** Documents that the newer version of a template brings to an agent that was hired before. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(DOCUMENTS).execute(db);
};

const DOCUMENTS = `
-- documents of an upgrade that is published, until each of them is there; null: none is due
alter table template_hires add column documents_due jsonb;
`;
