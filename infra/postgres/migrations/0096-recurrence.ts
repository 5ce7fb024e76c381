import { type Kysely, sql } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

/** Campaigns that make another one at each time of a rule. */
export const inSteps = true;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table campaigns
      add column if not exists recurrence jsonb,
      add column if not exists recurs_campaign_id bigint references campaigns on delete set null,
      add column if not exists recurs_at text`.execute(db);
  await createIndexConcurrently(db, {
    name: "campaigns_occurrence",
    on: "campaigns (recurs_campaign_id, recurs_at) where recurs_campaign_id is not null",
    unique: true,
  });
  await sql.raw(FUNCTIONS).execute(db);
};

const FUNCTIONS = `
create or replace function platform_scheduled_campaigns()
returns table(id bigint, organization_id bigint, begins_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organization_id, c.begins_at from campaigns c
  where c.state = 'scheduled' and c.recurrence is null order by c.begins_at, c.id
$$;
create or replace function platform_recurring_campaigns()
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organization_id from campaigns c
  where c.state = 'scheduled' and c.recurrence is not null order by c.id
$$`;
