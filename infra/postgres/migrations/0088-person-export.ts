import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Exports of what is known of a person: files that are kept for some days. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLE).execute(db);
  await isolateRows(db, ["person_exports"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLE = `
create table person_exports (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- of the request that asked for it
  uuid uuid not null unique,
  reason text not null,
  -- removed: its time has passed, or the person was erased
  state text not null default 'running' check (state in ('running', 'done', 'canceled', 'removed')),
  -- the place that is being written; null: none yet, or it is over
  step text,
  -- JSON, sealed for "person-export:<uuid>": numbers, addresses and names; null: there is no file any more
  person_sealed bytea,
  -- by place: how many rows or files it holds
  held jsonb not null default '{}',
  size_bytes bigint,
  -- of the numbers and addresses
  marks text[] not null default '{}',
  actor text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- when the file goes
  expires_at timestamptz
);
create index person_exports_organization on person_exports (organization_id, created_at desc, id desc);
create index person_exports_unfinished on person_exports (created_at) where state = 'running';
create index person_exports_kept on person_exports (expires_at) where state = 'done';
`;

const FUNCTIONS = `
create function platform_unfinished_exports(older_than interval)
returns table(organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.uuid from person_exports e
  where e.state = 'running' and e.created_at < now() - older_than order by e.id
$$;

create function platform_expired_exports(most integer)
returns table(organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.uuid from person_exports e
  where e.state = 'done' and e.expires_at <= now() order by e.expires_at limit most
$$;
`;
