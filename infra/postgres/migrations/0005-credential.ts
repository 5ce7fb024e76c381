import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Encrypted credentials and which agents and tools use them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["agent_version_credentials", "credentials", "tool_credentials"]);
};

const TABLES = `
create table agent_version_credentials (
  organization_id bigint not null references organizations on delete cascade,
  agent_version_id bigint,
  credential_uuid uuid,
  primary key (agent_version_id, credential_uuid)
);
create index agent_version_credentials_credential on agent_version_credentials (organization_id, credential_uuid);

create table credentials (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null,
  description text,
  credential_type text not null check (credential_type in ('none', 'api_key', 'bearer_token', 'basic_auth', 'custom_header')),
  -- JSON, sealed for "credential:<uuid>"
  data_sealed bytea not null,
  -- the last four characters of a long secret
  hint text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  environment text not null default 'production' check (environment in ('production', 'sandbox'))
);
create index credentials_organization on credentials (organization_id, id);

create table tool_credentials (
  organization_id bigint not null references organizations on delete cascade,
  tool_id bigint,
  credential_uuid uuid,
  primary key (tool_id, credential_uuid)
);
create index tool_credentials_credential on tool_credentials (organization_id, credential_uuid);
`;

const FUNCTIONS = `
create function note_agent_version_credentials()
returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from agent_version_credentials where agent_version_id = new.id;
  insert into agent_version_credentials (organization_id, agent_version_id, credential_uuid)
  select distinct new.organization_id, new.id, named[1]::uuid
  from regexp_matches(lower(new.definition::text || new.configurations::text), 'credential_uuid": "([0-9a-f-]{36})"', 'g') named;
  return null;
end
$$;

create function note_tool_credentials()
returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  delete from tool_credentials where tool_id = new.id;
  insert into tool_credentials (organization_id, tool_id, credential_uuid)
  select distinct new.organization_id, new.id, named[1]::uuid
  from regexp_matches(lower(new.definition::text), 'credential_uuid": "([0-9a-f-]{36})"', 'g') named;
  return null;
end
$$;
`;
