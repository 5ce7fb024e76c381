import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Who did what: log-ins, looks at people, downloads, changes. Rows are added and never changed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["acts", "api_key_networks"]);
  await sql.raw(RIGHTS).execute(db);
};

const TABLES = `
create table acts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- of the request: its act is noted once
  uuid uuid not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  kind text not null check (kind in ('logged_in', 'log_in_failed', 'logged_out', 'password_changed', 'key_made', 'key_used_from_new_network', 'looked_at_person', 'downloaded', 'exported', 'secret_read', 'changed')),
  actor text not null,
  -- the person behind the actor; no reference, because an act outlives its person's account
  user_id bigint,
  operation text,
  -- ids of the path
  subject jsonb not null default '{}',
  address text,
  user_agent text
);
create unique index acts_uuid on acts (organization_id, uuid);
create index acts_organization on acts (organization_id, id);
create index acts_person on acts (organization_id, user_id, id);
create index acts_kind on acts (organization_id, kind, id);
create index acts_at on acts (at);

create table api_key_networks (
  api_key_id bigint not null references api_keys on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  -- hashed together with the key
  network bytea not null,
  seen_at timestamptz not null default now(),
  primary key (api_key_id, network)
);
`;

const RIGHTS = `
revoke update, delete, truncate on acts from ringdown_app;

create function platform_remove_old_acts(days integer, at_most integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare removed integer;
begin
  delete from acts where id in (
    select id from acts where at < now() - make_interval(days => days) order by at limit at_most
  );
  get diagnostics removed = row_count;
  return removed;
end
$$;
`;
