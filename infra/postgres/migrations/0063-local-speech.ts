import { type Kysely, sql } from "kysely";

/** Which media processes have models of their own machine loaded, so that they speak and hear without any provider. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table media_processes add column speaks_locally boolean not null default false`.execute(db);
};
