import { type Kysely, sql } from "kysely";

/** Conversations in the browser, and the tokens by which other people's pages begin one. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [EMBED_TOKENS, RUNS, LOST_WORKFLOWS]) await sql.raw(part).execute(db);
};

const EMBED_TOKENS = `
create table embed_tokens (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  name text not null,
  allowed_origins text[] not null,
  environment text not null default 'production' check (environment in ('production','sandbox')),
  expires_at timestamptz,
  max_minutes integer check (max_minutes > 0),
  max_concurrent integer check (max_concurrent > 0),
  revoked_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
create index embed_tokens_agent on embed_tokens (agent_id, id desc);
alter table embed_tokens enable row level security;
create policy tenant on embed_tokens to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

const RUNS = `
alter table conversations drop constraint conversations_driver_check;
alter table conversations add constraint conversations_driver_check
  check (driver in ('text','relay','turn_webhook','browser'));
alter table call_runs add column embed_token_id bigint references embed_tokens on delete set null;
create index call_runs_embed_token on call_runs (embed_token_id, created_at) where embed_token_id is not null;
create index call_runs_open_web on call_runs (id)
  where state in ('queued','in_progress') and mode = 'smallwebrtc';
`;

// Web calls have a workflow of their own kind: what looks after calls of a telephone leaves them alone.
const LOST_WORKFLOWS = `
create or replace function platform_unfinished_runs(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, campaign_id bigint, shard_id text, name text,
  agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state in ('dialing', 'ringing', 'in_progress') and r.started_at < now() - older_than and r.id > after_id
    and r.mode not in ('textchat', 'smallwebrtc')
  union all
  select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state = 'queued' and r.campaign_id is not null and r.created_at < now() - older_than and r.id > after_id
  order by id
$$;

create function platform_open_web_calls(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state in ('queued', 'in_progress') and r.mode = 'smallwebrtc'
    and r.created_at < now() - older_than and r.id > after_id
  order by r.id
$$;
`;
