import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Calls, their carrier events and counts, missed calls, and reports that carriers still owe. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS, TRIGGERS]) await sql.raw(part).execute(db);
  await isolateRows(db, [
    "call_runs",
    "awaited_reports",
    "carrier_events",
    "missed_calls",
    "run_count_changes",
    "run_counts",
  ]);
};

const TABLES = `
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
  direction text not null default 'outbound' check (direction in ('inbound', 'outbound')),
  environment text not null default 'production' check (environment in ('production', 'sandbox')),
  state text not null default 'queued' check (state in ('queued', 'dialing', 'ringing', 'in_progress', 'completed', 'failed', 'canceled', 'blocked')),
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
  created_at timestamptz not null default now(),
  shard_id text,
  dial_by timestamptz,
  holds_conversation boolean not null default false,
  -- Raised to make the links of a run worthless that were given away.
  artifact_generation integer not null default 0,
  model_usage jsonb,
  reserved_minor bigint,
  reserved_currency text,
  carrier_cost_minor bigint,
  embed_token_id bigint references embed_tokens on delete set null,
  carries_audio boolean not null default false,
  inbound_call_id text,
  over_at timestamptz,
  caller_number_at_end text,
  -- in reserved_currency: what the call's models may still cost; null: nothing is held for them
  reserved_model_minor bigint,
  -- in reserved_currency: what the models that speak and hear may still cost; null: nothing is held for them
  reserved_speech_minor bigint,
  speech text check (speech in ('expected', 'given')),
  visitor_mark text
) with (fillfactor=60);
create index call_runs_agent on call_runs (agent_id, created_at desc, id desc);
create index call_runs_agent_conclusion on call_runs (agent_id, coalesce(disposition, outcome), created_at desc, id desc) where coalesce(disposition, outcome) is not null;
create index call_runs_agent_duration on call_runs (agent_id, duration_seconds desc, id desc) where duration_seconds is not null;
create index call_runs_breaker on call_runs (campaign_id, ended_at) where (campaign_id is not null) and (ended_at is not null);
create index call_runs_campaign on call_runs (campaign_id, created_at desc, id desc) where campaign_id is not null;
create index call_runs_campaign_conclusion on call_runs (campaign_id, coalesce(disposition, outcome), created_at desc, id desc) where (campaign_id is not null) and (coalesce(disposition, outcome) is not null);
create index call_runs_campaign_duration on call_runs (campaign_id, duration_seconds desc, id desc) where (campaign_id is not null) and (duration_seconds is not null);
create index call_runs_contact on call_runs (campaign_contact_id, id desc) where campaign_contact_id is not null;
create index call_runs_embed_token on call_runs (embed_token_id, created_at) where embed_token_id is not null;
create index call_runs_organization on call_runs (organization_id, created_at desc nulls last, id desc nulls last);
create index call_runs_organization_conclusion on call_runs (organization_id, coalesce(disposition, outcome), created_at desc nulls last, id desc nulls last) where coalesce(disposition, outcome) is not null;
create index call_runs_organization_duration on call_runs (organization_id, duration_seconds desc nulls last, id desc nulls last) where duration_seconds is not null;
create index call_runs_over on call_runs (organization_id, over_at) where over_at is not null;
create index call_runs_over_number on call_runs (organization_id, called_number, over_at) where over_at is not null;
create index call_runs_over_number_part on call_runs using gin (called_number gin_trgm_ops, caller_number_at_end gin_trgm_ops) where ended_at is not null;
create index call_runs_unfinished_organization on call_runs (organization_id, created_at desc, id desc) where ended_at is null;
create index call_runs_unfinished_single on call_runs (created_at) where (ended_at is null) and (campaign_id is null) and (called_number is not null);
create index call_runs_unfinished_text on call_runs (id) where (ended_at is null) and (mode = 'textchat');
create index call_runs_unfinished_web on call_runs (id) where (ended_at is null) and (mode = 'smallwebrtc');
create unique index call_runs_inbound_call on call_runs (telephony_configuration_id, inbound_call_id) where inbound_call_id is not null;

create table awaited_reports (
  run_id bigint references call_runs on delete cascade,
  kind text check (kind in ('price', 'recording')),
  organization_id bigint not null references organizations on delete cascade,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  due_at timestamptz not null,
  asked integer not null default 0,
  failures integer not null default 0,
  last_error text,
  primary key (run_id, kind)
);
create index awaited_reports_due on awaited_reports (organization_id, coalesce(telephony_configuration_id, 0), kind, due_at);

-- Callbacks as they came, once each: evidence, and the proof that a repeated one changed nothing.
create table carrier_events (
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint references call_runs on delete cascade,
  event_id text,
  state text not null,
  outcome text,
  -- the call as the carrier told it, without secrets
  call jsonb not null,
  received_at timestamptz not null default now(),
  -- Set by the event that tells of a recording; a carrier that lists none tells of it once.
  recording jsonb,
  primary key (run_id, event_id)
);

create table missed_calls (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  carrier_call_id text not null,
  -- as fine as cursors can say
  at timestamp(3) with time zone not null default now(),
  -- null: withheld
  caller_number text,
  called_number text not null,
  reason text not null check (reason in ('unknown_number', 'inactive_number', 'no_agent', 'out_of_concurrency', 'caller_hung_up', 'unavailable')),
  -- the run, where the call had one
  run_id bigint references call_runs on delete set null,
  called_back_run_id bigint references call_runs on delete set null,
  called_back_at timestamptz,
  unique (telephony_configuration_id, carrier_call_id)
);
create index missed_calls_called_back on missed_calls (called_back_run_id) where called_back_run_id is not null;
create index missed_calls_not_called_back on missed_calls (organization_id, caller_number) where (called_back_run_id is null) and (caller_number is not null);
create index missed_calls_page on missed_calls (organization_id, at desc, id desc);
create index missed_calls_run on missed_calls (run_id) where run_id is not null;

-- No foreign keys, which every call would pay for: changes of an organization that is gone are dropped in summing up.
create table run_count_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  agent_id bigint not null,
  campaign_id bigint,
  -- the hour of the creation
  starts_at timestamptz not null,
  is_over boolean not null,
  conclusion text,
  direction text not null,
  channel text not null,
  currency text,
  runs bigint not null,
  duration_seconds bigint not null,
  cost_minor bigint not null,
  outcome text
);

create table run_counts (
  organization_id bigint not null references organizations on delete cascade,
  -- every run is counted for its organization, its agent and its campaign
  scope text not null check (scope in ('organization', 'agent', 'campaign')),
  scope_id bigint not null,
  -- of the creation, in UTC: whole days for most of a range, hours for the days in which it begins and ends
  period text not null check (period in ('day', 'hour')),
  starts_at timestamptz not null,
  is_over boolean not null,
  conclusion text,
  direction text not null,
  channel text not null,
  currency text,
  runs bigint not null,
  duration_seconds bigint not null,
  cost_minor bigint not null,
  outcome text,
  constraint run_counts_kind unique nulls not distinct (scope, scope_id, period, starts_at, is_over, conclusion, outcome, direction, channel, currency)
);

alter table model_requests add foreign key (run_id) references call_runs on delete cascade;
`;

const FUNCTIONS = `
create function append_run_count(run call_runs, sign integer)
returns bigint
language sql security definer set search_path = public, pg_temp as $$
  insert into run_count_changes (organization_id, agent_id, campaign_id, starts_at, is_over, conclusion, outcome, direction, channel, currency, runs, duration_seconds, cost_minor)
  select run.organization_id, run.agent_id, run.campaign_id, 
  date_trunc('hour', run.created_at, 'UTC'),
  run.state in ('completed','failed','canceled','blocked'),
  coalesce(run.disposition, run.outcome),
  run.outcome,
  run.direction,
  case when run.mode in ('smallwebrtc','webrtc') then 'web' when run.mode = 'textchat' then 'chat' else 'telephony' end,
  run.currency,
    sign, sign * coalesce(run.duration_seconds, 0), sign * coalesce(run.cost_minor, 0)
  returning id
$$;

create function link_call_back()
returns trigger
language plpgsql as $$
begin
  if new.environment = 'sandbox' then
    return null;
  end if;
  update missed_calls set called_back_run_id = new.id, called_back_at = now()
  where organization_id = new.organization_id and caller_number = new.called_number and called_back_run_id is null;
  return null;
end
$$;

-- Lists the accounts with reports that are due. It goes from account to account by the index, however many calls wait.
create function platform_accounts_with_due_reports()
returns table(organization_id bigint, telephony_configuration_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive accounts as (
    (select r.organization_id, coalesce(r.telephony_configuration_id, 0) as account from awaited_reports r
      order by r.organization_id, coalesce(r.telephony_configuration_id, 0) limit 1)
    union all
    select next.organization_id, next.account from accounts a cross join lateral (
      select r.organization_id, coalesce(r.telephony_configuration_id, 0) as account from awaited_reports r
      where (r.organization_id, coalesce(r.telephony_configuration_id, 0)) > (a.organization_id, a.account)
      order by r.organization_id, coalesce(r.telephony_configuration_id, 0) limit 1
    ) next
  )
  select a.organization_id, nullif(a.account, 0) from accounts a
  where exists (
    select from (values ('price'), ('recording')) kinds (kind)
    join awaited_reports r on r.organization_id = a.organization_id
      and coalesce(r.telephony_configuration_id, 0) = a.account and r.kind = kinds.kind
      and r.due_at <= clock_timestamp()
  )
$$;

create function platform_open_text_sessions(older_than interval, after_id bigint, at_most integer default null::integer)
returns table(id bigint, organization_id bigint, uuid uuid, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state = 'in_progress' and r.mode = 'textchat'
    and r.started_at < now() - older_than and r.id > after_id
  order by r.id limit at_most
$$;

create function platform_open_web_calls(older_than interval, after_id bigint, at_most integer default null::integer)
returns table(id bigint, organization_id bigint, uuid uuid, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state in ('queued', 'in_progress') and r.mode = 'smallwebrtc'
    and r.created_at < now() - older_than and r.id > after_id
  order by r.id limit at_most
$$;

create function platform_queued_calls(older_than interval)
returns table(organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.uuid
  from call_runs r
  where r.ended_at is null and r.state = 'queued' and r.campaign_id is null and r.called_number is not null
    and r.created_at < now() - older_than
  order by r.created_at
$$;

create function platform_recount_runs()
returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table call_runs in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('run_counts', 0));
  delete from run_count_changes;
  delete from run_counts;
  with counted (organization_id, agent_id, campaign_id, starts_at, is_over, conclusion, outcome, direction, channel, currency, runs, duration_seconds, cost_minor) as (
    select r.organization_id, r.agent_id, r.campaign_id, 
  date_trunc('hour', r.created_at, 'UTC'),
  r.state in ('completed','failed','canceled','blocked'),
  coalesce(r.disposition, r.outcome),
  r.outcome,
  r.direction,
  case when r.mode in ('smallwebrtc','webrtc') then 'web' when r.mode = 'textchat' then 'chat' else 'telephony' end,
  r.currency,
      count(*), coalesce(sum(r.duration_seconds), 0), coalesce(sum(r.cost_minor), 0)
    from call_runs r group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  )
  insert into run_counts (organization_id, scope, scope_id, period, starts_at, is_over, conclusion, outcome, direction, channel, currency, runs, duration_seconds, cost_minor)
  select organization_id, scope, scope_id, period, date_trunc(period, starts_at, 'UTC'), is_over, conclusion, outcome, direction, channel, currency, sum(runs), sum(duration_seconds), sum(cost_minor)
  from counted 
  cross join lateral (values ('organization', organization_id), ('agent', agent_id), ('campaign', campaign_id))
    as scopes (scope, scope_id)
  cross join (values ('day'), ('hour')) as periods (period)
  where scope_id is not null
  group by organization_id, scope, scope_id, period, date_trunc(period, starts_at, 'UTC'), is_over, conclusion, outcome, direction, channel, currency;
end
$$;

create function platform_started_calls(since timestamptz)
returns table(calls bigint, organizations bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(started.calls), 0)::bigint, count(*) filter (where started.calls > 0)
  from organizations o cross join lateral (
    select count(*) as calls from (
      select from call_runs r where r.organization_id = o.id and r.ended_at is null
        and r.carrier_requested_at >= since and r.direction = 'outbound'
      union all
      select from call_runs r where r.organization_id = o.id and r.over_at >= since
        and r.carrier_requested_at >= since and r.direction = 'outbound'
    ) asked
  ) started
$$;

-- One process at a time sums up, the others go on: nobody ever waits for a row of run_counts.
create function platform_sum_run_counts()
returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare summed bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('run_counts', 0)) then
    return 0;
  end if;
  with taken as (
    delete from run_count_changes where id in (select id from run_count_changes order by id limit 10000) returning *
  ), written as (
    insert into run_counts as c (organization_id, scope, scope_id, period, starts_at, is_over, conclusion, outcome, direction, channel, currency, runs, duration_seconds, cost_minor)
    select organization_id, scope, scope_id, period, date_trunc(period, starts_at, 'UTC'), is_over, conclusion, outcome, direction, channel, currency, sum(runs), sum(duration_seconds), sum(cost_minor)
    from taken 
  cross join lateral (values ('organization', organization_id), ('agent', agent_id), ('campaign', campaign_id))
    as scopes (scope, scope_id)
  cross join (values ('day'), ('hour')) as periods (period)
  where scope_id is not null and exists (select from organizations o where o.id = organization_id)
    group by organization_id, scope, scope_id, period, date_trunc(period, starts_at, 'UTC'), is_over, conclusion, outcome, direction, channel, currency
    having sum(runs) <> 0 or sum(duration_seconds) <> 0 or sum(cost_minor) <> 0
    on conflict (scope, scope_id, period, starts_at, is_over, conclusion, outcome, direction, channel, currency) do update set runs = c.runs + excluded.runs,
      duration_seconds = c.duration_seconds + excluded.duration_seconds, cost_minor = c.cost_minor + excluded.cost_minor
  )
  select count(*) from taken into summed;
  return summed;
end
$$;

create function count_run()
returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare newest bigint;
begin
  if tg_op <> 'INSERT' then
    newest := append_run_count(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    newest := append_run_count(new, 1);
  end if;
  if newest % 512 >= 510 then
    perform platform_sum_run_counts();
  end if;
  return null;
end
$$;

-- Web calls have a workflow of their own kind: what looks after calls of a telephone leaves them alone.
create function platform_unfinished_runs(older_than interval, after_id bigint, at_most integer default null::integer)
returns table(id bigint, organization_id bigint, uuid uuid, campaign_id bigint, shard_id text, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  (select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state in ('dialing', 'ringing', 'in_progress')
    and r.started_at < now() - older_than and r.id > after_id and r.mode not in ('textchat', 'smallwebrtc')
  order by r.id limit at_most)
  union all
  (select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state = 'queued' and r.campaign_id is not null
    and r.created_at < now() - older_than and r.id > after_id
  order by r.id limit at_most)
  order by id limit at_most
$$;

create function runs_with_called_number(pattern text)
returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from call_runs
  where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and ended_at is not null and called_number like pattern
  union all
  select id from call_runs
  where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and ended_at is null and called_number like pattern
$$;

create function runs_with_caller_number(pattern text)
returns setof bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from call_runs
  where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and ended_at is not null and caller_number_at_end like pattern
  union all
  select id from call_runs
  where organization_id = nullif(current_setting('app.organization_id', true), '')::bigint
    and ended_at is null and caller_number like pattern
$$;
`;

const TRIGGERS = `
create trigger count_run_changed after update on call_runs for each row when (
  (
    date_trunc('hour', old.created_at, 'UTC'),
    old.state in ('completed', 'failed', 'canceled', 'blocked'),
    coalesce(old.disposition, old.outcome),
    old.outcome,
    old.direction,
    case when old.mode in ('smallwebrtc', 'webrtc') then 'web' when old.mode = 'textchat' then 'chat' else 'telephony' end,
    old.currency, old.organization_id, old.agent_id, old.campaign_id, old.duration_seconds, old.cost_minor
  ) is distinct from (
    date_trunc('hour', new.created_at, 'UTC'),
    new.state in ('completed', 'failed', 'canceled', 'blocked'),
    coalesce(new.disposition, new.outcome),
    new.outcome,
    new.direction,
    case when new.mode in ('smallwebrtc', 'webrtc') then 'web' when new.mode = 'textchat' then 'chat' else 'telephony' end,
    new.currency, new.organization_id, new.agent_id, new.campaign_id, new.duration_seconds, new.cost_minor
  )
) execute function count_run();
create trigger count_run_made_or_gone after insert or delete on call_runs for each row execute function count_run();
create trigger link_call_back after update on call_runs for each row
  when ((new.direction = 'outbound') and (old.carrier_accepted_at is null) and (new.carrier_accepted_at is not null))
  execute function link_call_back();
create trigger name_inbound_call before insert on call_runs for each row
  when (new.direction = 'inbound')
  execute function name_inbound_call();
create trigger note_end_of_call before insert or update on call_runs for each row
  when ((new.ended_at is not null) and ((new.over_at is null) or (new.over_at < new.carrier_requested_at) or (new.caller_number_at_end is distinct from new.caller_number)))
  execute function note_end_of_call();
`;
