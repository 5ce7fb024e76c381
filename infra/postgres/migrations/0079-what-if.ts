import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** What a campaign would have done by other settings: who asked, and what the simulator answered. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLE, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["what_ifs"]);
};

const TABLE = `
create table what_ifs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  -- of the request that asked it, so that a repetition starts nothing twice
  uuid uuid not null unique,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  environment text not null default 'production' check (environment in ('production', 'sandbox')),
  settings jsonb not null,
  -- contacts of the campaign that are not called in it; their numbers are not kept
  blocked_contacts jsonb not null default '[]',
  -- null: it is not answered
  result jsonb,
  error text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index what_ifs_campaign on what_ifs (campaign_id, id desc);
create index what_ifs_unfinished on what_ifs (id) where state = 'running';
`;

const FUNCTIONS = `
create function platform_unfinished_what_ifs(older_than interval)
returns table(organization_id bigint, uuid uuid, campaign_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select w.organization_id, w.uuid, w.campaign_id, w.environment from what_ifs w
  where w.state = 'running' and w.created_at < now() - older_than order by w.id
$$;
`;
