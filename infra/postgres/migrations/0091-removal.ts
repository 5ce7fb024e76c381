import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Removals of runs and campaigns, and what has to be known of a run after its rows are gone. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["removals", "removed_run_sums", "removed_attempts"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
create table removals (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- of the request that asked for it
  uuid uuid not null unique,
  -- the campaign that goes with its calls
  campaign_id bigint,
  -- which runs; empty when it is done
  selection jsonb not null default '{}',
  -- runs that came later are left
  up_to_run_id bigint not null,
  state text not null default 'running' check (state in ('running', 'done')),
  -- the runs that were there when it was asked for
  runs bigint not null,
  runs_removed bigint not null default 0,
  -- by kind of row, and files
  removed jsonb not null default '{}',
  -- runs that are still in use
  runs_waiting bigint not null default 0,
  actor text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index removals_organization on removals (organization_id, created_at desc, id desc);
create index removals_unfinished on removals (created_at) where state = 'running';

-- What removed runs were, by quarter of an hour: every zone's hours and days are made of such quarters.
create table removed_run_sums (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null,
  agent_version_id bigint not null,
  campaign_id bigint,
  environment text not null,
  direction text not null,
  channel text not null,
  outcome text,
  disposition text,
  currency text,
  created_quarter timestamptz not null,
  -- when it counts against a budget; null: it does not
  spent_quarter timestamptz,
  accepted_quarter timestamptz,
  runs bigint not null,
  first_attempts bigint not null,
  requested bigint not null,
  duration_seconds bigint not null,
  duration_squares double precision not null,
  cost_minor bigint not null,
  -- what carriers took of it
  carrier_minor bigint not null,
  -- what models took, those of runs too whose whole cost is not known
  model_minor bigint not null,
  prompt_tokens bigint not null,
  completion_tokens bigint not null,
  removed_at timestamptz not null
);
create unique index removed_run_sums_kind on removed_run_sums (organization_id, created_quarter, agent_id, agent_version_id, campaign_id,
  environment, direction, channel, outcome, disposition, currency, spent_quarter, accepted_quarter) nulls not distinct;
create index removed_run_sums_spent on removed_run_sums (organization_id, spent_quarter) where spent_quarter is not null;
create index removed_run_sums_campaign on removed_run_sums (campaign_id) where campaign_id is not null;

-- Attempts of removed runs, for as long as the limit of attempts looks back.
create table removed_attempts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  called_number text not null,
  environment text not null,
  at timestamptz not null
);
create index removed_attempts_number on removed_attempts (organization_id, called_number, at);
create index removed_attempts_at on removed_attempts (at);

-- A deleted campaign is no longer shown; its row goes last, or when the campaigns that were made of it go.
alter table campaigns add column deleted_at timestamptz;
-- Conversations of a token that were removed count against its limits.
alter table embed_tokens
  add column removed_runs bigint not null default 0,
  add column removed_seconds bigint not null default 0;
-- The newest removed run of the contact, so that an older one is not taken for its last.
alter table campaign_contacts add column removed_run_id bigint;
`;

const FUNCTIONS = `
create function platform_unfinished_removals(older_than interval)
returns table(organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.uuid from removals r
  where r.state = 'running' and r.created_at < now() - older_than order by r.id
$$;

create function platform_forget_removed_attempts(at_most integer)
returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select id from removed_attempts where at < now() - interval '25 hours' order by at limit at_most for update skip locked
  ), gone as (delete from removed_attempts where id in (select id from old) returning 1)
  select count(*) from gone
$$;
`;
