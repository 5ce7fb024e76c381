import { type Kysely, sql } from "kysely";

/** The version of the agent with whom the person of a conversation goes on; null: the run's own. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table conversations add column handed_to bigint references agent_versions`.execute(db);
};
