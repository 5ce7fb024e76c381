import { type Kysely, sql } from "kysely";
import { addConstraintInSteps, createIndexConcurrently } from "./steps.ts";

/** Campaigns that begin and end at a time, and wait for their start as scheduled. */
export const inSteps = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table campaigns
      add column if not exists starts_at jsonb,
      add column if not exists ends_at jsonb,
      add column if not exists begins_at timestamptz`.execute(db);
  const states = "'draft', 'scheduled', 'running', 'paused', 'completed', 'failed', 'canceled'";
  await addConstraintInSteps(db, {
    table: "campaigns",
    name: "campaigns_known_state",
    rule: `check (state in (${states}))`,
  });
  await sql`alter table campaigns drop constraint if exists campaigns_state_check`.execute(db);
  await sql`alter table campaigns rename constraint campaigns_known_state to campaigns_state_check`.execute(db);
  await createIndexConcurrently(db, {
    name: "campaigns_scheduled",
    on: "campaigns (begins_at) where state = 'scheduled'",
  });
  await sql.raw(FUNCTION).execute(db);
};

const FUNCTION = `
create or replace function platform_scheduled_campaigns()
returns table(id bigint, organization_id bigint, begins_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organization_id, c.begins_at from campaigns c where c.state = 'scheduled' order by c.begins_at, c.id
$$`;
