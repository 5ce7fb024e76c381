import { type Kysely, sql } from "kysely";

/**
 * The countries and the kinds of numbers that an organization calls (null: the defaults), and what each contact's number is, as
 * `formatNumberClass` writes it (null: a SIP address, or a row of before; its call is judged when it is to be made).
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table organizations add column allowed_countries text[] check (cardinality(allowed_countries) > 0),
      add column allowed_number_kinds text[] check (cardinality(allowed_number_kinds) > 0)`.execute(db);
  await sql`alter table contacts add column number_class text`.execute(db);
};
