import { type Kysely, sql } from "kysely";

/** National do-not-call lists that an organization has loaded, apart from the numbers that it keeps itself. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [LISTS, NUMBERS, FILES]) await sql.raw(part).execute(db);
};

const POLICY = `
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)`;

const LISTS = `
create table national_lists (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  source text not null,
  as_of text not null,
  object_key text not null,
  default_country text,
  state text not null default 'pending'
    check (state in ('pending','loading','in_force','replaced','removed','failed')),
  numbers bigint not null default 0,
  invalid bigint not null default 0,
  faults jsonb not null default '[]',
  position bigint not null default 0,
  error text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  request_uuid uuid not null,
  constraint national_lists_request unique (organization_id, request_uuid)
);
create index national_lists_open_file on national_lists (organization_id, object_key)
  where state in ('pending','loading');
create unique index national_lists_in_force on national_lists (organization_id, source) where state = 'in_force';
alter table national_lists enable row level security;
create policy tenant on national_lists to ringdown_app ${POLICY};
`;

// Millions of rows: the digits as a number, and no foreign key that would be asked for each of them.
const NUMBERS = `
create table national_numbers (
  organization_id bigint not null,
  national_list_id bigint not null,
  digits bigint not null,
  primary key (national_list_id, digits)
);
alter table national_numbers enable row level security;
create policy tenant on national_numbers to ringdown_app ${POLICY};
`;

// A file that a national list waits for is in use as well.
const FILES = `
create or replace function platform_unused_contact_files(older_than timestamptz, at_most integer)
returns table (organization_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.organization_id, f.object_key from contact_files f
  where f.created_at < older_than and not exists (
    select from contact_imports i
    where i.organization_id = f.organization_id and i.object_key = f.object_key
      and i.status in ('pending','processing') and i.created_at > older_than - interval '30 days'
  ) and not exists (
    select from national_lists l
    where l.organization_id = f.organization_id and l.object_key = f.object_key
      and l.state in ('pending','loading') and l.created_at > older_than - interval '30 days'
  )
  order by f.created_at limit at_most
$$;
`;
