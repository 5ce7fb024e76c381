import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** What follows a campaign's calls: the versions of its journey, and where each person is in it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["journey_versions", "journey_steps"]);
};

const TABLES = `
create table journey_versions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  version integer not null,
  steps jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  unique (campaign_id, version)
);

create table journey_steps (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  campaign_contact_id bigint not null references campaign_contacts on delete cascade,
  -- while it is open: whoever says stop is found by it
  phone_number text,
  version integer not null,
  step text not null,
  -- the how-manieth time that this person comes to this step
  pass integer not null default 1,
  -- null: the campaign's own call
  came_from text,
  -- the call whose outcome led here
  run_id bigint,
  state text not null check (state in ('waiting', 'doing', 'calling', 'done', 'skipped', 'failed', 'unclear', 'ended')),
  due_at timestamptz not null,
  -- names what is asked outside, the same for each try
  key uuid not null default gen_random_uuid(),
  reason text,
  started_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (campaign_contact_id, step, pass)
);
create index journey_steps_due on journey_steps (campaign_id, due_at, id) where state = 'waiting';
create index journey_steps_open on journey_steps (campaign_id, state) where state in ('doing', 'calling');
create index journey_steps_edge on journey_steps (campaign_id, came_from, step, state);
create index journey_steps_person on journey_steps (phone_number) where phone_number is not null;

alter table campaigns
  add column journey_version integer,
  add column journey_worked_at timestamptz;
create index campaigns_journey on campaigns (id) where journey_version is not null;

alter table campaign_contacts
  add column journey_step_id bigint,
  add column journey_agent_id bigint references agents;
`;

const FUNCTIONS = `
-- Asked every second: one probe of a small index for each campaign with a journey. One that is worked on is left alone.
create function platform_due_journeys(rest interval)
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organization_id from campaigns c
  where c.journey_version is not null and (c.journey_worked_at is null or c.journey_worked_at < now() - rest)
    and (
      c.state = 'running' and exists (
        select from journey_steps s where s.campaign_id = c.id and s.state = 'waiting' and s.due_at <= now())
      or c.state in ('completed', 'canceled') and exists (
        select from journey_steps s where s.campaign_id = c.id and s.state = 'waiting')
      or exists (
        select from journey_steps s where s.campaign_id = c.id and s.state = 'doing' and s.started_at < now() - interval '2 minutes')
    )
  limit 1000
$$;
`;
