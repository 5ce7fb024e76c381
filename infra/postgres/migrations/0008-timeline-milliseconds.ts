import { type Kysely, sql } from "kysely";

/**
 * Programs read and send times in milliseconds. Were the rows finer, a page that ends inside a millisecond would
 * repeat or skip its neighbours: no cursor could name the place.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table timeline_events alter column at type timestamptz(3)").execute(db);
};
