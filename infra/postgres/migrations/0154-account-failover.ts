import { type Kysely, sql } from "kysely";

/** Accounts that follow another one while its carrier fails. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table telephony_configurations
      add column failover jsonb not null default '[]',
      add column route text not null default 'default' check (route in ('default','cheapest'))
  `.execute(db);
  await sql`
    alter table telephony_paces
      add column failures_in_row integer not null default 0,
      add column out_until timestamptz,
      add column out_for_seconds integer
  `.execute(db);
};
