import { type Kysely, sql } from "kysely";

/** What the carrier took for a call, apart from what models added; null: nobody has priced it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table call_runs add column carrier_cost_minor bigint").execute(db);
};
