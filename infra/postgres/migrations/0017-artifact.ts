import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Recordings and transcripts of calls. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["artifact_orphans", "call_artifacts"]);
};

const TABLES = `
create table artifact_orphans (
  object_key text primary key,
  organization_id bigint not null references organizations on delete cascade,
  created_at timestamptz not null default now()
);
create index artifact_orphans_created on artifact_orphans (created_at);

create table call_artifacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references call_runs on delete cascade,
  artifact_type text not null check (artifact_type in ('transcript', 'recording', 'user_recording', 'bot_recording')),
  format text not null,
  object_key text not null unique,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  peaks jsonb,
  recorded_from timestamptz,
  unique (run_id, artifact_type, format)
);
create index call_artifacts_organization on call_artifacts (organization_id, created_at, id);
`;

const FUNCTIONS = `
create function platform_artifact_orphans(older_than timestamptz, at_most integer, behind integer default 0)
returns table(organization_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.organization_id, o.object_key from artifact_orphans o
  where o.created_at < older_than
  order by o.created_at, o.object_key limit at_most offset behind
$$;

create function platform_expired_artifacts(at_most integer)
returns table(id bigint, organization_id bigint, object_key text)
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
