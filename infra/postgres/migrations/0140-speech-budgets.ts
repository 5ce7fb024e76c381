import { type Kysely, sql } from "kysely";

/** What the speech of calls may cost, as budgets hold it beside what their carriers and language models may charge. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(RESERVATION).execute(db);
};

const RESERVATION = `
-- in reserved_currency: what the models that speak and hear may still cost; null: nothing is held for them
alter table call_runs add column reserved_speech_minor bigint;
`;
