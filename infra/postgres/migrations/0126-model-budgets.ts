import { type Kysely, sql } from "kysely";

/** What the models of calls may cost, as budgets hold it beside what their carriers may charge. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(RESERVATION).execute(db);
};

const RESERVATION = `
-- in reserved_currency: what the call's models may still cost; null: nothing is held for them
alter table call_runs add column reserved_model_minor bigint;
`;
