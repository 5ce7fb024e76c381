import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Campaigns, their contacts, figures and logs. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS, TRIGGERS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["campaigns", "campaign_contacts", "campaign_figures", "campaign_logs"]);
};

const TABLES = `
create table campaigns (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  state text not null default 'draft' check (state in ('draft', 'running', 'paused', 'completed', 'failed', 'canceled')),
  agent_id bigint not null references agents,
  agent_version_id bigint references agent_versions,
  source_type text not null check (source_type in ('contact_list', 'csv')),
  source_id text not null,
  contact_list_id bigint references contact_lists on delete set null,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  environment text not null default 'production' check (environment in ('production', 'sandbox')),
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
  completed_at timestamptz,
  request_uuid uuid,
  budget jsonb,
  budget_wait jsonb,
  caller_id_strategy text check (caller_id_strategy in ('default', 'rotate', 'local_presence'))
);
create index campaigns_contact_list on campaigns (contact_list_id) where contact_list_id is not null;
create index campaigns_live on campaigns (id) where state in ('running', 'paused', 'failed');
create index campaigns_not_over on campaigns (organization_id, state) where state in ('running', 'paused', 'failed');
create index campaigns_organization on campaigns (organization_id, id desc);
create unique index campaigns_request on campaigns (organization_id, request_uuid) where request_uuid is not null;

create table campaign_contacts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  contact_id bigint references contacts on delete set null,
  phone_number text not null,
  name text,
  timezone text not null default '',
  attributes jsonb not null default '{}',
  state text not null default 'pending' check (state in ('pending', 'in_flight', 'waiting_retry', 'finished', 'suppressed')),
  attempts integer not null default 0,
  retries integer not null default 0,
  failed_retries integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  last_outcome text,
  dialled boolean not null default false,
  answered boolean not null default false,
  waits boolean not null default false,
  unique (campaign_id, phone_number)
) with (fillfactor=70);
create index campaign_contacts_contact on campaign_contacts (contact_id) where contact_id is not null;
create index campaign_contacts_waiting on campaign_contacts (campaign_id, timezone, next_attempt_at, id) where waits;

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

create table campaign_logs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  ts timestamptz not null default now(),
  level text not null check (level in ('info', 'warning', 'error')),
  event text not null,
  message text not null,
  actor text not null,
  details jsonb,
  command_key text
);
create index campaign_logs_campaign on campaign_logs (campaign_id, id desc);
create index campaign_logs_command on campaign_logs (campaign_id, command_key) where command_key is not null;
`;

const FUNCTIONS = `
create function platform_running_campaigns()
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organization_id from campaigns c where c.state = 'running' order by c.id
$$;

create function platform_unfilled_lists(older_than timestamptz, at_most integer, behind integer)
returns table(organization_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.id from contact_lists l
  where l.awaits_import and l.contact_count = 0 and not exists (
    select from contact_imports i
    where i.contact_list_id = l.id and (i.status <> 'failed' or i.completed_at >= older_than)
  ) and not exists (select from campaigns c where c.contact_list_id = l.id)
  order by l.id limit at_most offset behind
$$;

-- The file of a campaign lies in a hidden list. One that nobody has begun when its campaign ends stays as it is.
create function platform_unfinished_imports(older_than interval, after_id bigint, at_most integer)
returns table(organization_id bigint, id bigint, contact_list_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.organization_id, i.id, i.contact_list_id, i.object_key from contact_imports i
  where i.status in ('pending', 'processing') and i.created_at < now() - older_than and i.id > after_id
    and case when exists (select from contact_lists l where l.id = i.contact_list_id and l.is_hidden)
      then i.status = 'processing' and not exists (
        select from campaigns c where c.contact_list_id = i.contact_list_id and c.state not in ('completed', 'canceled')
      )
      else true end
  order by i.id limit at_most
$$;
`;

const TRIGGERS = `
create trigger note_waiting_contact before insert or update on campaign_contacts for each row
  when (new.waits is distinct from (new.state in ('pending', 'waiting_retry')))
  execute function note_waiting_contact();
`;
