import { type Kysely, sql } from "kysely";

/** Each uploaded file of contacts has a row from the moment its upload is allowed: what is stored can be counted and removed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLE, POLICY, EARLIER_FILES, EXPIRED]) await sql.raw(part).execute(db);
};

const TABLE = `
create table contact_files (
  organization_id bigint not null references organizations on delete cascade,
  object_key text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  -- It was read and removed; the signed URL may still take it again until it expires.
  removed_at timestamptz,
  primary key (organization_id, object_key)
);
create index contact_files_created on contact_files (created_at);
create index contact_imports_open_file on contact_imports (organization_id, object_key)
  where status in ('pending','processing');
create index contact_imports_error_file on contact_imports (completed_at) where errors_key is not null;
`;

const POLICY = `
alter table contact_files enable row level security;
create policy tenant on contact_files to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

// Files of before: removed like others, an hour from now at the latest.
const EARLIER_FILES = `
insert into contact_files (organization_id, object_key, size_bytes)
select distinct organization_id, object_key, 0 from contact_imports;
`;

const EXPIRED = `
create function platform_unused_contact_files(older_than timestamptz, at_most integer)
returns table (organization_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.organization_id, f.object_key from contact_files f
  where f.created_at < older_than and not exists (
    select from contact_imports i
    where i.organization_id = f.organization_id and i.object_key = f.object_key
      and i.status in ('pending','processing') and i.created_at > older_than - interval '30 days'
  )
  order by f.created_at limit at_most
$$;

create function platform_expired_error_files(older_than timestamptz, at_most integer)
returns table (organization_id bigint, import_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.organization_id, i.id from contact_imports i
  where i.errors_key is not null and i.completed_at < older_than
  order by i.completed_at limit at_most
$$;
`;
