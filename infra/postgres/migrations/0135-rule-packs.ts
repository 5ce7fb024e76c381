import { type Kysely, sql } from "kysely";

/** The rule packs of organizations, the rules of them that counsel is to confirm, and rules of their own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table organizations
      add column rule_packs text[],
      add column unconfirmed_rules text[],
      add column own_rules jsonb`.execute(db);
};
