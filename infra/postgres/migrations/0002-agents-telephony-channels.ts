import { type Kysely, sql } from "kysely";

/** Channels, agents and their versions, carrier accounts and their numbers, the timeline. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
};

const TABLES = `
create table folders (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, name)
);

create table agents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  workflow_uuid uuid not null unique,
  name text not null,
  status text not null default 'active' check (status in ('active','archived')),
  folder_id bigint references folders on delete set null,
  template_id text,
  published_version_id bigint,
  draft_version_id bigint,
  call_disposition_codes jsonb,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index agents_organization on agents (organization_id, id desc);

create table agent_versions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  version_number integer not null,
  status text not null check (status in ('draft','published','archived')),
  definition jsonb not null,
  configurations jsonb not null default '{}',
  template_context_variables jsonb not null default '{}',
  created_at timestamptz not null default now(),
  published_at timestamptz,
  unique (agent_id, version_number)
);
alter table agents add foreign key (published_version_id) references agent_versions;
alter table agents add foreign key (draft_version_id) references agent_versions;

-- Public trigger ids are unique among all tenants; the trigger node of the published version owns its path.
create table agent_triggers (
  path text primary key,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  enabled boolean not null default true
);
create index agent_triggers_agent on agent_triggers (agent_id);

create table telephony_configurations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  provider text not null,
  is_default_outbound boolean not null default false,
  -- AES-256-GCM under the key named by encryption_key_id; the plain text is the JSON of the provider's fields
  credentials_sealed bytea not null,
  encryption_key_id text not null,
  calls_per_second numeric check (calls_per_second > 0),
  concurrent_call_limit integer check (concurrent_call_limit > 0),
  inactive_since timestamptz,
  inactive_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, name)
);
create unique index telephony_configurations_default on telephony_configurations (organization_id) where is_default_outbound;

-- The next free instant of an account's pace; locked by admission, shared by all workers.
create table telephony_paces (
  telephony_configuration_id bigint primary key references telephony_configurations on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  next_slot_at timestamptz not null default now()
);

create table phone_numbers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  telephony_configuration_id bigint not null references telephony_configurations on delete cascade,
  address text not null,
  address_normalized text not null,
  address_type text not null check (address_type in ('pstn','sip_uri','sip_extension')),
  country_code text,
  label text,
  inbound_agent_id bigint references agents on delete set null,
  is_active boolean not null default true,
  is_default_caller_id boolean not null default false,
  extra_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (telephony_configuration_id, address_normalized)
);
create unique index phone_numbers_default on phone_numbers (telephony_configuration_id) where is_default_caller_id;

create table timeline_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('message','draft','call_started','call_ended','outcome','question','decision',
    'action_proposed','action_settled','edit_proposed','edit_settled','secret_requested','secret_provided',
    'deliverable','campaign','document','system')),
  actor text not null,
  summary text not null,
  payload jsonb not null default '{}',
  is_deliverable boolean not null default false,
  assistant boolean not null default false,
  thread_id text,
  agent_id bigint,
  run_id bigint,
  folder_id bigint,
  campaign_id bigint,
  credits numeric not null default 0,
  included boolean,
  blocked jsonb
);
create index timeline_events_organization on timeline_events (organization_id, at desc, id desc);
create index timeline_events_agent on timeline_events (agent_id, at desc, id desc) where agent_id is not null;
create index timeline_events_run on timeline_events (run_id, at, id) where run_id is not null;
create index timeline_events_folder on timeline_events (folder_id, at desc, id desc) where folder_id is not null;
create index timeline_events_deliverables on timeline_events (organization_id, at desc, id desc) where is_deliverable;
create index timeline_events_thread on timeline_events (organization_id, thread_id, at desc, id desc) where thread_id is not null;
create index timeline_events_assistant on timeline_events (organization_id, at desc, id desc) where assistant;
`;
