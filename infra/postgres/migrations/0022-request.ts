import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Questions to people, and the mails about them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["requests", "request_mails"]);
};

const TABLES = `
create table requests (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- the same for every try at opening the same request
  request_key text not null,
  kind text not null check (kind in ('question', 'action', 'edit', 'secret')),
  state text not null default 'open' check (state in ('open', 'settled', 'expired')),
  -- the timeline event that people answer
  event_id bigint not null,
  agent_id bigint,
  run_id bigint,
  folder_id bigint,
  thread_id text,
  -- what people are shown of it
  subject jsonb not null,
  follow_up text not null default 'nothing' check (follow_up in ('call_back', 'message', 'nothing')),
  -- a workflow that waits for it and is signaled
  waiting_workflow_id text,
  -- in a live call: until then the agent waits, and then it says so
  wait_until timestamptz,
  late_told_at timestamptz,
  decision text check (decision in ('answered', 'confirmed', 'declined', 'published', 'discarded', 'provided')),
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
  -- the members of its channel are put down for a mail, once
  members_told_at timestamptz,
  call_back_run_id bigint,
  unique (organization_id, request_key)
);
create index requests_call_back on requests (call_back_run_id) where call_back_run_id is not null;
create index requests_open on requests (organization_id, id) where state = 'open';
create index requests_run on requests (run_id) where run_id is not null;
create index requests_unfinished on requests (id) where finished_at is null;
create unique index requests_event on requests (organization_id, event_id);

-- what the next mail to a member is about; gone when it was sent
create table request_mails (
  organization_id bigint references organizations on delete cascade,
  user_id bigint references users on delete cascade,
  request_id bigint references requests on delete cascade,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, request_id)
);
create index request_mails_request on request_mails (request_id);
`;

const FUNCTIONS = `
create function platform_unfinished_requests(older_than interval, after_id bigint)
returns table(id bigint, organization_id bigint, kind text, agent_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.kind, r.agent_id from requests r
  where r.finished_at is null and r.created_at < now() - older_than and r.id > after_id
  order by r.id
$$;

-- A live call hears of its answers by itself, unless something is to be carried out first.
create function platform_unheard_answers(older_than interval, after_id bigint)
returns table(id bigint, organization_id bigint, kind text, agent_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.kind, r.agent_id from requests r
  left join call_runs c on c.id = r.run_id
  where r.finished_at is null and r.state = 'settled' and r.id > after_id
    and coalesce(r.undone_at, r.settled_at) < now() - older_than
    and (
      (r.decision = 'confirmed' and r.carried_out_at is null)
      or (r.undone_at is not null and r.undo_carried_out_at is null)
      or c.id is null or c.mode = 'textchat' or c.state <> 'in_progress'
    )
  order by r.id
$$;
`;
