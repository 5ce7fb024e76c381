import { type Kysely, sql } from "kysely";

/** Which files in the object store no artifact names: what is being written has a row before, so that it can be removed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLE, POLICY, LISTING]) await sql.raw(part).execute(db);
};

const TABLE = `
create table artifact_orphans (
  object_key text primary key,
  organization_id bigint not null references organizations on delete cascade,
  created_at timestamptz not null default now()
);
create index artifact_orphans_created on artifact_orphans (created_at);
`;

const POLICY = `
alter table artifact_orphans enable row level security;
create policy tenant on artifact_orphans to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

const LISTING = `
create function platform_artifact_orphans(older_than timestamptz, at_most integer)
returns table (organization_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.organization_id, o.object_key from artifact_orphans o
  where o.created_at < older_than
  order by o.created_at limit at_most
$$;
`;
