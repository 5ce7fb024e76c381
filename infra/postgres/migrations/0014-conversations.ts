import { type Kysely, sql } from "kysely";

/** What is said in runs, word by word; what agents ask of tools meanwhile; and the models that organizations talk with. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [CONVERSATIONS, TOOL_CALLS, MODELS, POLICIES, TEXT_SESSIONS]) await sql.raw(part).execute(db);
};

const CONVERSATIONS = `
create table conversations (
  run_id bigint primary key references call_runs on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  driver text not null check (driver in ('text','relay','turn_webhook')),
  state text not null default 'open' check (state in ('open','ended')),
  -- the step of the agent's definition that it is at; null before the first turn
  node_id text,
  -- grows with every change that a client may have to know of
  revision integer not null default 0,
  -- the turn that is carried out now, and who carries it out: nobody else may write to it
  active_turn integer,
  active_token uuid,
  -- number of the last turn that counts
  cursor integer not null default 0,
  gathered jsonb not null default '{}',
  -- silences and faults in a row
  silences integer not null default 0,
  faults integer not null default 0,
  answered_by text,
  opted_out boolean not null default false,
  end_reason text,
  -- what went wrong, for people
  error text,
  -- set when variables and disposition are drawn from what was said
  concluded_at timestamptz,
  last_activity_at timestamptz not null default now(),
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create index conversations_organization on conversations (organization_id, run_id desc);
create index conversations_open_text on conversations (run_id) where state = 'open' and driver = 'text';

create table conversation_turns (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references conversations on delete cascade,
  number integer not null,
  -- names what brought it about: its repetition changes nothing
  key text not null,
  input jsonb not null,
  state text not null default 'running' check (state in ('running','done','interrupted','failed')),
  -- what was said and what comes next, as its repetition is answered
  outcome jsonb,
  -- where the conversation stood after it
  checkpoint jsonb,
  -- until the first sentence, and of that what the model took; milliseconds
  first_sentence_ms integer,
  model_ms integer,
  discarded_at timestamptz,
  alive_at timestamptz not null default now(),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (run_id, key),
  unique (run_id, number)
);

create table conversation_entries (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references conversations on delete cascade,
  turn integer not null,
  speaker text not null check (speaker in ('agent','person','tool','step')),
  -- one sentence of the agent's; all that the person said or pressed; the name of a function
  text text not null,
  -- null: heard whole; else what was heard before the person spoke over it, maybe nothing
  heard text,
  node_id text,
  tool_call_id uuid,
  -- of functions that lead on: the id of the model's request, its arguments, where it led
  details jsonb,
  at timestamptz not null default now(),
  discarded_at timestamptz
);
create index conversation_entries_page on conversation_entries (run_id, id);
`;

const TOOL_CALLS = `
create table tool_calls (
  uuid uuid primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references call_runs on delete cascade,
  turn integer not null,
  tool_uuid uuid not null,
  -- the function's name, as the model called it
  name text not null,
  -- the id of the model's request
  request_id text not null,
  -- JSON, sealed for "tool-call:<uuid>"
  arguments_sealed bytea not null,
  state text not null default 'requested' check (state in ('requested','running','done','failed','unknown')),
  -- JSON, sealed alike: what the tool answered
  result_sealed bytea,
  status_code integer,
  -- a sentence, without secrets
  error text,
  attempts integer not null default 0,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index tool_calls_request on tool_calls (run_id, turn, request_id);
create index tool_calls_organization on tool_calls (organization_id, requested_at desc);
`;

const MODELS = `
create table model_configurations (
  organization_id bigint not null references organizations on delete cascade,
  part text not null check (part in ('embeddings','llm','tts','stt')),
  provider text not null,
  model text not null,
  base_url text,
  -- of the scripted model: its lines
  settings jsonb not null default '{}',
  api_key_sealed bytea,
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  primary key (organization_id, part)
);
`;

const POLICIES = `
do $$ declare t text; begin
  foreach t in array array['conversations','conversation_turns','conversation_entries','tool_calls','model_configurations']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to ringdown_app
      using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', t);
  end loop;
end $$;
`;

// Sessions in text have a workflow of their own: what looks after calls leaves them alone.
const TEXT_SESSIONS = `
create or replace function platform_unfinished_runs(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, campaign_id bigint, shard_id text, name text,
  agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state in ('dialing', 'ringing', 'in_progress') and r.started_at < now() - older_than and r.id > after_id
    and r.mode <> 'textchat'
  union all
  select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state = 'queued' and r.campaign_id is not null and r.created_at < now() - older_than and r.id > after_id
  order by id
$$;

create index call_runs_open_text on call_runs (id) where state = 'in_progress' and mode = 'textchat';
create function platform_open_text_sessions(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state = 'in_progress' and r.mode = 'textchat' and r.started_at < now() - older_than and r.id > after_id
  order by r.id
$$;
`;
