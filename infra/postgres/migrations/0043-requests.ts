import { type Kysely, sql } from "kysely";

/** What agents ask of people, and what people have answered. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLE).execute(db);
  await sql.raw(PROPOSED).execute(db);
  await sql.raw(UNFINISHED).execute(db);
};

const TABLE = `
create table requests (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- the same for every try at opening the same request
  request_key text not null,
  kind text not null check (kind in ('question','action','edit','secret')),
  state text not null default 'open' check (state in ('open','settled','expired')),
  -- the timeline event that people answer
  event_id bigint not null,
  agent_id bigint,
  run_id bigint,
  folder_id bigint,
  thread_id text,
  -- what people are shown of it
  subject jsonb not null,
  follow_up text not null default 'nothing' check (follow_up in ('message','nothing')),
  -- a workflow that waits for it and is signaled
  waiting_workflow_id text,
  -- in a live call: until then the agent waits, and then it says so
  wait_until timestamptz,
  late_told_at timestamptz,
  decision text check (decision in ('answered','confirmed','declined','published','discarded','provided')),
  answer jsonb,
  settled_by text,
  settled_at timestamptz,
  -- rows in tool_calls: of the action, and of what takes it back
  tool_call_id uuid,
  undo_call_id uuid,
  carried_out_at timestamptz,
  undone_by text,
  undone_at timestamptz,
  undo_carried_out_at timestamptz,
  told_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (organization_id, request_key)
);
create unique index requests_event on requests (organization_id, event_id);
create index requests_open on requests (organization_id, id) where state = 'open';
create index requests_run on requests (run_id) where run_id is not null;
create index requests_unfinished on requests (id) where finished_at is null;
alter table requests enable row level security;
create policy tenant on requests to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

// A proposed call is not run before somebody has confirmed it.
const PROPOSED = `
alter table tool_calls drop constraint tool_calls_state_check;
alter table tool_calls add constraint tool_calls_state_check
  check (state in ('proposed','requested','running','done','failed','unknown'));
`;

const UNFINISHED = `
create function platform_unfinished_requests(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, kind text, agent_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.kind, r.agent_id from requests r
  where r.finished_at is null and r.created_at < now() - older_than and r.id > after_id
  order by r.id
$$;
`;
