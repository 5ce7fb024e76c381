import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Conversations, their turns, words and tool calls. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["conversations", "conversation_entries", "conversation_turns", "tool_calls"]);
};

const TABLES = `
create table conversations (
  run_id bigint primary key references call_runs on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  driver text not null check (driver in ('text', 'relay', 'turn_webhook', 'browser')),
  state text not null default 'open' check (state in ('open', 'ended')),
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
  ended_at timestamptz,
  -- set when entries, turns and tool calls were removed; what was concluded from them stays in the run
  words_removed_at timestamptz
);
create index conversations_open_text on conversations (run_id) where (state = 'open') and (driver = 'text');
create index conversations_organization on conversations (organization_id, run_id desc);
create index conversations_with_words on conversations (organization_id, started_at, run_id) where words_removed_at is null;

create table conversation_entries (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references conversations on delete cascade,
  turn integer not null,
  speaker text not null check (speaker in ('agent', 'person', 'tool', 'step')),
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
create index conversation_entries_feed on conversation_entries (organization_id, at desc, id desc) where (discarded_at is null) and (speaker in ('agent', 'person'));
create index conversation_entries_page on conversation_entries (run_id, id);

create table conversation_turns (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null references conversations on delete cascade,
  number integer not null,
  -- names what brought it about: its repetition changes nothing
  key text not null,
  input jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'interrupted', 'failed')),
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
  error text,
  unique (run_id, key),
  unique (run_id, number)
);

create table tool_calls (
  uuid uuid primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint references call_runs on delete cascade,
  turn integer not null,
  tool_uuid uuid not null,
  -- the function's name, as the model called it
  name text not null,
  -- the id of the model's request
  request_id text not null,
  -- JSON, sealed for "tool-call:<uuid>"
  arguments_sealed bytea not null,
  state text not null default 'requested' check (state in ('proposed', 'requested', 'running', 'done', 'failed', 'unknown')),
  -- JSON, sealed alike: what the tool answered
  result_sealed bytea,
  status_code integer,
  -- a sentence, without secrets
  error text,
  attempts integer not null default 0,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  is_compensation boolean not null default false,
  connector_account_id bigint,
  connector_action text
);
create index tool_calls_connector on tool_calls (organization_id, requested_at desc, uuid desc) where connector_account_id is not null;
create index tool_calls_organization on tool_calls (organization_id, requested_at desc);
create unique index tool_calls_request on tool_calls (run_id, turn, request_id);
`;

const FUNCTIONS = `
-- By the run's end, not the beginning: a session in text may go on for days. The beginning is what the index knows.
create function platform_expired_conversations(at_most integer)
returns table(run_id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.run_id, c.organization_id
  from organizations o
  cross join lateral (
    select c.run_id, c.organization_id
    from conversations c
    join call_runs r on r.id = c.run_id
    where c.organization_id = o.id and c.words_removed_at is null
      and c.started_at < now() - make_interval(days => o.retention_days)
      and r.ended_at < now() - make_interval(days => o.retention_days)
    order by c.started_at, c.run_id limit at_most
  ) c
  where o.retention_days is not null
  limit at_most
$$;
`;
