import { type Kysely, sql } from "kysely";

/** How the simulator of an organization's sandbox behaves. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table organizations add column sandbox_manners jsonb`.execute(db);
};
