import { type Kysely, sql } from "kysely";

/** Contact lists, imports, the do-not-call list, campaigns with their contact snapshot, and runs: one row per attempt. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
};

const TABLES = `
create table contact_lists (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  description text,
  contact_count bigint not null default 0,
  created_at timestamptz not null default now()
);
create index contact_lists_organization on contact_lists (organization_id, id desc);

create table contacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  contact_list_id bigint not null references contact_lists on delete cascade,
  phone_number text not null,
  name text,
  timezone text,
  attributes jsonb not null default '{}',
  consent_status text not null default 'unknown' check (consent_status in ('granted','unknown','withdrawn')),
  consent_at timestamptz,
  consent_source text,
  created_at timestamptz not null default now(),
  unique (contact_list_id, phone_number)
);
create index contacts_page on contacts (contact_list_id, id);

create table contact_imports (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  contact_list_id bigint not null references contact_lists on delete cascade,
  object_key text not null,
  mapping jsonb not null default '{}',
  default_country text,
  on_duplicate text not null default 'update' check (on_duplicate in ('skip','update')),
  consent_status text,
  consent_source text,
  status text not null default 'pending' check (status in ('pending','processing','completed','failed')),
  total_rows bigint not null default 0,
  imported bigint not null default 0,
  updated bigint not null default 0,
  skipped bigint not null default 0,
  invalid bigint not null default 0,
  -- rows before this one are merged; a repeated import goes on here
  position bigint not null default 0,
  errors_key text,
  error text,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  completed_at timestamptz
);

create table contact_import_errors (
  organization_id bigint not null references organizations on delete cascade,
  import_id bigint not null references contact_imports on delete cascade,
  line bigint not null,
  value text,
  reason text not null,
  primary key (import_id, line)
);

create table do_not_call (
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  reason text,
  source text not null check (source in ('manual','upload','opt_out','api')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (organization_id, phone_number)
);

create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  state text not null default 'draft' check (state in ('draft','running','paused','completed','failed','canceled')),
  agent_id bigint not null references agents,
  agent_version_id bigint references agent_versions,
  source_type text not null check (source_type in ('contact_list','csv')),
  source_id text not null,
  contact_list_id bigint references contact_lists,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  environment text not null default 'production' check (environment in ('production','sandbox')),
  retry_config jsonb not null,
  schedule_config jsonb,
  circuit_breaker jsonb not null,
  breaker_reset_at timestamptz,
  max_concurrency integer check (max_concurrency between 1 and 1000),
  consent_attested_at timestamptz,
  consent_attested_by bigint references users,
  parent_campaign_id bigint unique references campaigns,
  -- the outcomes of the parent that this campaign dials again
  redial_outcomes text[],
  -- names the request that made this redial: repeating it finds this row
  redial_request_id uuid,
  failure_reason text,
  -- the zones that its contacts name, for picking only the open ones
  contact_timezones text[] not null default '{}',
  snapshot_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz
);
create index campaigns_organization on campaigns (organization_id, id desc);
create index campaigns_live on campaigns (id) where state in ('running','paused','failed');

-- Kept by the same transaction that changes a contact; remaining = total - suppressed - finished.
create table campaign_figures (
  campaign_id bigint primary key references campaigns on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  total bigint not null default 0,
  suppressed bigint not null default 0,
  finished bigint not null default 0,
  dialled bigint not null default 0,
  answered bigint not null default 0,
  unreached bigint not null default 0,
  in_flight bigint not null default 0,
  waiting_retry bigint not null default 0,
  attempts bigint not null default 0,
  revision bigint not null default 0
);

create table campaign_contacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  contact_id bigint references contacts on delete set null,
  phone_number text not null,
  name text,
  timezone text not null default '',
  attributes jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending','in_flight','waiting_retry','finished','suppressed')),
  attempts integer not null default 0,
  retries integer not null default 0,
  failed_retries integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  last_outcome text,
  dialled boolean not null default false,
  answered boolean not null default false,
  unique (campaign_id, phone_number)
);
create index campaign_contacts_due on campaign_contacts (campaign_id, timezone, next_attempt_at, id)
  where state in ('pending','waiting_retry');
create index campaign_contacts_contact on campaign_contacts (contact_id) where contact_id is not null;

create table campaign_logs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  ts timestamptz not null default now(),
  level text not null check (level in ('info','warning','error')),
  event text not null,
  message text not null,
  actor text not null,
  details jsonb
);
create index campaign_logs_campaign on campaign_logs (campaign_id, id desc);

create table call_runs (
  id bigint generated always as identity primary key,
  uuid uuid not null unique,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null references agents,
  agent_version_id bigint not null references agent_versions,
  campaign_id bigint references campaigns,
  campaign_contact_id bigint references campaign_contacts on delete set null,
  contact_id bigint,
  name text not null,
  mode text not null,
  direction text not null default 'outbound' check (direction in ('inbound','outbound')),
  environment text not null default 'production' check (environment in ('production','sandbox')),
  state text not null default 'queued'
    check (state in ('queued','dialing','ringing','in_progress','completed','failed','canceled','blocked')),
  outcome text,
  disposition text,
  attempt integer not null default 1,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  provider text,
  caller_number text,
  called_number text,
  initial_context jsonb not null default '{}',
  gathered_context jsonb not null default '{}',
  annotations jsonb not null default '{}',
  claim_token uuid,
  -- the instant that the account's pace has reserved for this run
  pace_slot_at timestamptz,
  -- set in the transaction that admits, once; afterwards the carrier may have heard of it
  carrier_requested_at timestamptz,
  carrier_accepted_at timestamptz,
  carrier_call_id text,
  answered_by text,
  opted_out boolean not null default false,
  started_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  duration_seconds integer,
  cost_minor bigint,
  currency text,
  end_reason text,
  error text,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
create index call_runs_organization on call_runs (organization_id, id desc);
create index call_runs_agent on call_runs (agent_id, id desc);
create index call_runs_agent_duration on call_runs (agent_id, duration_seconds, id);
create index call_runs_campaign on call_runs (campaign_id, id desc) where campaign_id is not null;
create index call_runs_claim on call_runs (campaign_id, claim_token) where claim_token is not null;
create index call_runs_queued on call_runs (campaign_id) where campaign_id is not null and state = 'queued';
create index call_runs_contact on call_runs (campaign_contact_id, id desc) where campaign_contact_id is not null;
create index call_runs_breaker on call_runs (campaign_id, ended_at) where campaign_id is not null and ended_at is not null;
-- what is live now, for the concurrency limits
create index call_runs_live_organization on call_runs (organization_id)
  where state in ('dialing','ringing','in_progress');
create index call_runs_live_account on call_runs (telephony_configuration_id)
  where state in ('dialing','ringing','in_progress');
create index call_runs_live_campaign on call_runs (campaign_id)
  where state in ('dialing','ringing','in_progress');
-- attempts per number and day, for the caps
create index call_runs_number on call_runs (organization_id, called_number, carrier_requested_at)
  where carrier_requested_at is not null;

-- Callbacks as they came, once each: evidence, and the proof that a repeated one changed nothing.
create table carrier_events (
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references call_runs on delete cascade,
  event_id text not null,
  state text not null,
  outcome text,
  -- the call as the carrier told it, without secrets
  call jsonb not null,
  received_at timestamptz not null default now(),
  primary key (run_id, event_id)
);
`;
