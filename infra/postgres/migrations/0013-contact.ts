import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Contact lists and their imports, do-not-call entries, national lists, and consents. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, [
    "consent_changes",
    "consents",
    "contact_files",
    "contact_lists",
    "contact_imports",
    "contact_import_errors",
    "contacts",
    "do_not_call",
    "national_lists",
    "national_numbers",
  ]);
};

const TABLES = `
create table consent_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  status text not null check (status in ('granted', 'unknown', 'withdrawn')),
  source text not null,
  -- what the person was asked, or said
  wording text,
  actor text not null,
  changed_at timestamptz not null,
  environment text not null default 'production' check (environment in ('production', 'sandbox'))
);
create index consent_changes_number on consent_changes (organization_id, phone_number, id desc);

create table consents (
  organization_id bigint references organizations on delete cascade,
  phone_number text,
  status text not null check (status in ('granted', 'unknown', 'withdrawn')),
  source text not null,
  wording text,
  changed_at timestamptz not null,
  environment text default 'production' check (environment in ('production', 'sandbox')),
  primary key (organization_id, phone_number, environment)
);

create table contact_files (
  organization_id bigint references organizations on delete cascade,
  object_key text,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  -- It was read and removed; the signed URL may still take it again until it expires.
  removed_at timestamptz,
  primary key (organization_id, object_key)
);
create index contact_files_created on contact_files (created_at);

create table contact_lists (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  description text,
  contact_count bigint not null default 0,
  created_at timestamptz not null default now(),
  is_hidden boolean not null default false,
  awaits_import boolean not null default false,
  environment text not null default 'production' check (environment in ('production', 'sandbox'))
);
create index contact_lists_organization on contact_lists (organization_id, id desc);
create index contact_lists_shown on contact_lists (organization_id) where not is_hidden;
create index contact_lists_unfilled on contact_lists (id) where awaits_import;

create table contact_imports (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  contact_list_id bigint not null references contact_lists on delete cascade,
  object_key text not null,
  mapping jsonb not null default '{}',
  default_country text,
  on_duplicate text not null default 'update' check (on_duplicate in ('skip', 'update')),
  consent_status text,
  consent_source text,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
  total_rows bigint not null default 0,
  imported bigint not null default 0,
  updated bigint not null default 0,
  skipped bigint not null default 0,
  invalid bigint not null default 0,
  "position" bigint not null default 0,
  errors_key text,
  error text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  request_uuid uuid not null,
  warnings jsonb not null default '[]',
  encoding text,
  constraint contact_imports_request unique (organization_id, request_uuid)
);
create index contact_imports_error_file on contact_imports (completed_at) where errors_key is not null;
create index contact_imports_list on contact_imports (contact_list_id, id desc);
create index contact_imports_open_file on contact_imports (organization_id, object_key) where status in ('pending', 'processing');

create table contact_import_errors (
  organization_id bigint not null references organizations on delete cascade,
  import_id bigint references contact_imports on delete cascade,
  line bigint,
  value text,
  reason text not null,
  primary key (import_id, line)
);

create table contacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  contact_list_id bigint not null references contact_lists on delete cascade,
  phone_number text not null,
  name text,
  timezone text,
  attributes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  import_id bigint,
  unique (contact_list_id, phone_number)
);
create index contacts_number_of_organization on contacts (organization_id, phone_number, id desc);
create index contacts_page on contacts (contact_list_id, id);
create index contacts_wrong_zone on contacts (contact_list_id, timezone) where (timezone is not null) and (timezone !~* '^(UTC|GMT|(?!Etc/GMT[+-]0*[1-9])(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)/.+)$');

create table do_not_call (
  organization_id bigint references organizations on delete cascade,
  phone_number text,
  reason text,
  source text not null check (source in ('manual', 'upload', 'opt_out', 'api')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  environment text default 'production' check (environment in ('production', 'sandbox')),
  primary key (organization_id, phone_number, environment)
);

create table national_lists (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  source text not null,
  as_of text not null,
  object_key text not null,
  default_country text,
  state text not null default 'pending' check (state in ('pending', 'loading', 'in_force', 'replaced', 'removed', 'failed')),
  numbers bigint not null default 0,
  invalid bigint not null default 0,
  faults jsonb not null default '[]',
  "position" bigint not null default 0,
  error text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  request_uuid uuid not null,
  emptied_at timestamptz,
  warnings jsonb not null default '[]',
  encoding text,
  constraint national_lists_request unique (organization_id, request_uuid)
);
create index national_lists_open_file on national_lists (organization_id, object_key) where state in ('pending', 'loading');
create index national_lists_unfinished on national_lists (id) where (state <> 'in_force') and (emptied_at is null);
create unique index national_lists_in_force on national_lists (organization_id, source) where state = 'in_force';

-- Millions of rows: the digits as a number, and no foreign key that would be asked for each of them.
create table national_numbers (
  organization_id bigint not null,
  national_list_id bigint,
  digits bigint,
  primary key (national_list_id, digits)
);
`;

const FUNCTIONS = `
create function platform_expired_error_files(older_than timestamptz, at_most integer, behind integer default 0)
returns table(organization_id bigint, import_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.organization_id, i.id from contact_imports i
  where i.errors_key is not null and i.completed_at < older_than
  order by i.completed_at, i.id limit at_most offset behind
$$;

create function platform_unfinished_national_lists(older_than interval, after_id bigint, at_most integer)
returns table(organization_id bigint, id bigint, source text, state text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.id, l.source, l.state from national_lists l
  where l.state <> 'in_force' and l.emptied_at is null and l.created_at < now() - older_than and l.id > after_id
  order by l.id limit at_most
$$;

-- A file that a national list waits for is in use as well.
create function platform_unused_contact_files(older_than timestamptz, at_most integer, behind integer default 0)
returns table(organization_id bigint, object_key text)
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
  order by f.created_at, f.organization_id, f.object_key limit at_most offset behind
$$;
`;
