import { type Kysely, sql } from "kysely";

/** Campaigns that make so many attempts a day at most. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table campaigns add column daily_quota integer check (daily_quota between 1 and 1000000)`.execute(db);
};
