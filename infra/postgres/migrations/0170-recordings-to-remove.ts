import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Recordings that carriers still have, of calls whose recordings are removed here. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["recordings_to_remove"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
create table recordings_to_remove (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  -- whose account it was then; the simulator's for calls of the sandbox
  provider text not null,
  carrier_call_id text not null,
  called_at timestamptz not null,
  -- what the carrier has reported: id and address
  recordings jsonb not null default '[]',
  -- of an erasure, whose receipt it is in
  erasure_uuid uuid,
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'removed', 'left')),
  due_at timestamptz not null default now(),
  failures integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint recordings_to_remove_call unique (organization_id, provider, carrier_call_id)
);
create index recordings_to_remove_due on recordings_to_remove (organization_id, due_at) where settled_at is null;
create index recordings_to_remove_settled on recordings_to_remove (organization_id, settled_at) where settled_at is not null;
create index recordings_to_remove_erasure on recordings_to_remove (erasure_uuid) where erasure_uuid is not null;
`;

const FUNCTIONS = `
create function platform_organizations_with_recordings_to_remove()
returns table(organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id from organizations o
  where exists (select from recordings_to_remove r
      where r.organization_id = o.id and r.settled_at is null and r.due_at <= now())
    or exists (select from recordings_to_remove r
      where r.organization_id = o.id and r.settled_at is not null and r.settled_at < now() - interval '30 days')
  order by o.id
$$;
`;
