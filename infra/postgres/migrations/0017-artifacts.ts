import { type Kysely, sql } from "kysely";

/** What is kept of a call besides its row: transcripts and recordings in the object store, for as long as the organization says. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, EXPIRY]) await sql.raw(part).execute(db);
};

const TABLES = `
-- Raised to make the links of a run worthless that were given away.
alter table call_runs add column artifact_generation integer not null default 0;
-- Set by the event that tells of a recording; a carrier that lists none tells of it once.
alter table carrier_events add column recording jsonb;
alter table organizations
  add column artifact_link_days integer not null default 7 check (artifact_link_days between 1 and 365),
  -- null: for ever
  add column retention_days integer check (retention_days between 1 and 3650);

create table call_artifacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references call_runs on delete cascade,
  artifact_type text not null check (artifact_type in ('transcript','recording','user_recording','bot_recording')),
  format text not null,
  object_key text not null unique,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  unique (run_id, artifact_type, format)
);
create index call_artifacts_organization on call_artifacts (organization_id, created_at, id);

alter table call_artifacts enable row level security;
create policy tenant on call_artifacts to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

const EXPIRY = `
create function platform_expired_artifacts(at_most integer)
returns table (id bigint, organization_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.id, a.organization_id, a.object_key
  from organizations o
  cross join lateral (
    select * from call_artifacts a
    where a.organization_id = o.id and a.created_at < now() - make_interval(days => o.retention_days)
    order by a.created_at, a.id limit at_most
  ) a
  where o.retention_days is not null
  limit at_most
$$;
`;
