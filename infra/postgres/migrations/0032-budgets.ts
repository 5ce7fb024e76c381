import { type Kysely, sql } from "kysely";

/** What calls may cost, and what is held for those whose cost is not known yet. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table organizations add column budget jsonb`.execute(db);
  await sql`alter table campaigns add column budget jsonb, add column budget_wait jsonb`.execute(db);
  await sql`alter table call_runs add column reserved_minor bigint, add column reserved_currency text`.execute(db);
  // Budgets are added up from the calls themselves at each admission.
  await sql`create index call_runs_requested on call_runs (organization_id, carrier_requested_at)
    where carrier_requested_at is not null`.execute(db);
};
