import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Runs that are older than an organization keeps them are archived day by day, and then removed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["archive_files"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
alter table organizations
  add column keep_runs_days integer constraint organizations_keep_runs_days_check check (keep_runs_days >= 1 and keep_runs_days <= 3650);

alter table removals
  -- the day, in UTC, whose runs are archived before they are removed; null: people asked for the removal
  add column archived_day date,
  -- runs of a part that is archived and not removed yet
  add column part_run_ids bigint[] not null default '{}';
create unique index removals_archiving on removals (organization_id) where state = 'running' and archived_day is not null;
create index removals_archives on removals (organization_id, created_at desc, id desc) where archived_day is not null;

create table archive_files (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  removal_id bigint not null references removals on delete cascade,
  part integer not null,
  name text not null,
  object_key text not null,
  rows bigint not null,
  size_bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null default now()
);
create unique index archive_files_name on archive_files (removal_id, part, name);
`;

const FUNCTIONS = `
create function platform_organizations_to_archive(most_days integer)
returns table(organization_id bigint, keep_days integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, least(o.keep_runs_days, most_days) from organizations o
  where least(o.keep_runs_days, most_days) is not null
    and not exists (select from removals a where a.organization_id = o.id and a.state = 'running' and a.archived_day is not null)
    and exists (select from call_runs r where r.organization_id = o.id
      and r.created_at < date_trunc('day', now(), 'UTC') - make_interval(days => least(o.keep_runs_days, most_days)))
  order by o.id
$$;
`;
