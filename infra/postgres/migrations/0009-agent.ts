import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Agents, their versions and their triggers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, TRIGGERS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["agent_triggers", "agent_versions", "agents"]);
};

const TABLES = `
-- Public trigger ids are unique among all tenants; the trigger node of the published version owns its path.
create table agent_triggers (
  path text primary key,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null,
  enabled boolean not null default true
);
create index agent_triggers_agent on agent_triggers (agent_id);

create table agent_versions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null,
  version_number integer not null,
  status text not null check (status in ('draft', 'published', 'archived')),
  definition jsonb not null,
  configurations jsonb not null default '{}',
  template_context_variables jsonb not null default '{}',
  created_at timestamptz not null default now(),
  published_at timestamptz,
  unique (agent_id, version_number)
);

create table agents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  workflow_uuid uuid not null unique,
  name text not null,
  status text not null default 'active' check (status in ('active', 'archived')),
  folder_id bigint references folders on delete set null,
  template_id text,
  published_version_id bigint references agent_versions,
  draft_version_id bigint references agent_versions,
  call_disposition_codes jsonb,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_hidden boolean not null default false,
  webhook_secret_sealed bytea,
  environment text not null default 'production' check (environment in ('production', 'sandbox'))
);
create index agents_organization on agents (organization_id, id desc);
create unique index agents_hidden on agents (organization_id) where is_hidden;

alter table agent_version_credentials add foreign key (agent_version_id) references agent_versions on delete cascade;
alter table agent_triggers add foreign key (agent_id) references agents on delete cascade;
alter table agent_versions add foreign key (agent_id) references agents on delete cascade;
`;

const TRIGGERS = `
create trigger note_agent_version_credentials after insert or update of definition, configurations on agent_versions for each row execute function note_agent_version_credentials();
`;
