import { type Kysely, sql } from "kysely";

/** Whether an agent's versions have to be rehearsed before they are published. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table agents add column publish_needs_rehearsal boolean not null default false`.execute(db);
};
