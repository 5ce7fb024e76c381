import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** The record of what decides about dialling: what waits to be sealed, what is sealed, the trees and the keys. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, [
    "person_keys",
    "record_checkpoints",
    "record_entries",
    "record_policies",
    "record_trees",
    "unsealed_entries",
  ]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
-- Written in the transaction of what they record, and removed when they are sealed. No foreign keys, which every call would pay for.
create table unsealed_entries (
  organization_id bigint,
  -- Of two changes of which one waited for the other, the first has the smaller id.
  id bigint generated always as identity,
  kind text not null,
  at timestamptz not null default clock_timestamp(),
  actor text not null,
  -- the number of the person, of whom the sealed entry has a pseudonym
  phone_number text,
  run_uuid uuid,
  facts jsonb not null,
  primary key (organization_id, id)
);

create table record_entries (
  organization_id bigint references organizations on delete cascade,
  index bigint,
  kind text not null,
  run_uuid uuid,
  -- canonical JSON: these bytes are the leaf of the tree
  line text not null,
  primary key (organization_id, index)
);
create index record_entries_run on record_entries (run_uuid) where run_uuid is not null;

create table record_trees (
  organization_id bigint primary key references organizations on delete cascade,
  size bigint not null,
  root bytea not null,
  -- the hashes of the last, unfinished tile of each level in base64, the level of the leaves first
  edge jsonb not null,
  -- the newest signed note of exactly this size; a tree is never signed twice at one size
  checkpoint text not null,
  -- everything below is in the object store
  published_size bigint not null,
  sealed_at timestamptz not null,
  -- why nothing is sealed: the object store holds a record that this one does not continue
  refusal text
);
create index record_trees_unpublished on record_trees (organization_id) where published_size < size;

create table record_checkpoints (
  organization_id bigint references organizations on delete cascade,
  size bigint,
  note text not null,
  signed_at timestamptz not null,
  primary key (organization_id, size)
);

-- The policies that entries name by their digest.
create table record_policies (
  organization_id bigint references organizations on delete cascade,
  digest text,
  policy jsonb not null,
  primary key (organization_id, digest)
);

-- Without its key a pseudonym names nobody.
create table person_keys (
  organization_id bigint references organizations on delete cascade,
  phone_number text,
  key_sealed bytea not null,
  primary key (organization_id, phone_number)
);

-- Of the installation, and of no organization.
create table record_keys (
  id bigint generated always as identity primary key,
  installation uuid not null,
  public_key bytea not null,
  private_key_sealed bytea not null,
  signs_from timestamptz not null default now(),
  -- null: it signs
  signs_until timestamptz
);
`;

const FUNCTIONS = `
-- Lists the organizations with entries to seal or to publish. It goes from one to the next by the index, however many entries wait.
create function platform_unsealed_records()
returns table(organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive waiting as (
    (select e.organization_id from unsealed_entries e order by e.organization_id limit 1)
    union all
    select next.organization_id from waiting w cross join lateral (
      select e.organization_id from unsealed_entries e where e.organization_id > w.organization_id
      order by e.organization_id limit 1
    ) next
  )
  select w.organization_id from waiting w join organizations o on o.id = w.organization_id
  union
  select t.organization_id from record_trees t where t.published_size < t.size
$$;
`;
