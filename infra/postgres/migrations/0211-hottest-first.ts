import { type Kysely, sql } from "kysely";

/** Campaigns that call first whom an expression gives the highest number. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table campaigns
      add column order_by text,
      drop constraint campaigns_order_check,
      add constraint campaigns_order_check check ("order" in ('oldest', 'newest', 'hottest'))`.execute(db);
};
