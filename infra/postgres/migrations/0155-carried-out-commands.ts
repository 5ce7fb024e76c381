import { type Kysely, sql } from "kysely";

/** The activity that carried a command out, so that its repetition after a crash tells what the first try has changed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table campaign_logs add column command_key text`.execute(db);
};
