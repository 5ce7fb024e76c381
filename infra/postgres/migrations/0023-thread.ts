import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Threads with agents and their replies. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["threads", "thread_replies", "thread_sessions"]);
};

const TABLES = `
create table threads (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- the thread_id of its timeline events
  uuid uuid not null default gen_random_uuid() unique,
  kind text not null check (kind in ('agent', 'channel', 'assistant')),
  -- whom it is with: one of the two, by its kind
  agent_id bigint,
  folder_id bigint,
  created_at timestamptz not null default now()
);

create table thread_replies (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  thread_id bigint not null references threads on delete cascade,
  -- the message that it replies to
  event_id bigint not null,
  agent_id bigint,
  -- the session in which it is given
  run_id bigint,
  -- of a channel's thread
  folder_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'thinking', 'done', 'failed')),
  -- as far as it is written
  text text not null default '',
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  -- who asks the assistant: it reaches what they reach
  asker jsonb,
  -- as in call_runs; null: an agent's reply, whose run has it, or none was asked
  model_usage jsonb,
  constraint thread_replies_partner_check check (((agent_id is not null) and (run_id is not null)) or ((agent_id is null) and (asker is not null)))
);
create index thread_replies_agent on thread_replies (agent_id, id desc);
create index thread_replies_assistant on thread_replies (organization_id, id desc) where agent_id is null;
create index thread_replies_folder on thread_replies (folder_id, id desc) where folder_id is not null;
create index thread_replies_thread on thread_replies (thread_id, id desc);
create index thread_replies_unanswered on thread_replies (thread_id, id) where state in ('waiting', 'thinking');
create index thread_replies_usage on thread_replies (organization_id, created_at) where model_usage is not null;
create unique index thread_replies_event on thread_replies (organization_id, event_id);

-- An agent talks in a thread by a session in text; one that is over is followed by another one.
create table thread_sessions (
  thread_id bigint references threads on delete cascade,
  agent_id bigint,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null,
  primary key (thread_id, agent_id)
);
create index thread_sessions_run on thread_sessions (run_id);
`;

const FUNCTIONS = `
create function platform_unanswered_threads(older_than interval, after_id bigint)
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.id, t.organization_id from threads t
  where t.id > after_id and t.id in (
    select r.thread_id from thread_replies r
    where r.state in ('waiting','thinking') and r.created_at < now() - older_than
  )
  order by t.id
$$;
`;
