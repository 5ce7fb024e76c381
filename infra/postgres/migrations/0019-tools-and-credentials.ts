import { type Kysely, sql } from "kysely";

/** What agents may do in other systems, and the keys that they do it with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await sql.raw(POLICIES).execute(db);
};

const TABLES = `
create table credentials (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid not null unique default gen_random_uuid(),
  name text not null,
  description text,
  credential_type text not null check (credential_type in ('none','api_key','bearer_token','basic_auth','custom_header')),
  -- JSON, sealed for "credential:<uuid>"
  data_sealed bytea not null,
  -- the last four characters of a long secret
  hint text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz
);
create index credentials_organization on credentials (organization_id, id);

create table tools (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  tool_uuid uuid not null unique default gen_random_uuid(),
  name text not null,
  description text,
  category text not null check (category in ('http_api','end_call','transfer_call','calculator','mcp')),
  icon text,
  icon_color text,
  status text not null default 'active' check (status in ('active','archived','draft')),
  definition jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz
);
create index tools_organization on tools (organization_id, id);
`;

const POLICIES = `
do $$ declare t text; begin
  foreach t in array array['credentials','tools'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to ringdown_app
      using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', t);
  end loop;
end $$;
`;
