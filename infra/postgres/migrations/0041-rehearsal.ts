import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Scenarios of agents, and rehearsals that play them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["scenarios", "rehearsals", "rehearsal_conversations"]);
};

const TABLES = `
create table scenarios (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  name text not null,
  -- caller, context, tools, documents, checks
  content jsonb not null,
  runs integer not null default 1,
  must_pass boolean not null default true,
  -- where it comes from: a call or a template; null: somebody wrote it
  source jsonb,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (agent_id, name)
);

create table rehearsals (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  -- of the request that asked for it, so that a repetition starts nothing twice
  uuid uuid not null unique,
  version_number integer not null,
  definition_digest text not null,
  -- the version as it was: a draft changes while it is rehearsed
  agent jsonb not null,
  state text not null default 'running' check (state in ('running', 'paused', 'canceled', 'done')),
  environment text not null default 'production' check (environment in ('production', 'sandbox')),
  -- what it was expected to use before it began
  estimate jsonb not null,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index rehearsals_agent on rehearsals (agent_id, id desc);
create index rehearsals_digest on rehearsals (agent_id, definition_digest, id desc);
create index rehearsals_unfinished on rehearsals (id) where state in ('running', 'paused');

create table rehearsal_conversations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  rehearsal_id bigint not null references rehearsals on delete cascade,
  -- its place among the conversations of the rehearsal
  place integer not null,
  -- null: the scenario was deleted since
  scenario_id bigint references scenarios on delete set null,
  -- the scenario as it was
  scenario jsonb not null,
  scenario_digest text not null,
  run_number integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'playing', 'green', 'red', 'failed', 'canceled')),
  -- a try whose process died is followed by another one
  tries integer not null default 0,
  -- words, steps, tools, variables and checks; null: it has not been played
  result jsonb,
  -- by model; and the most that the request under way can use
  tokens jsonb not null default '[]',
  pending jsonb,
  -- as in call_runs
  model_usage jsonb,
  held_minor bigint,
  held_currency text,
  started_at timestamptz,
  ended_at timestamptz,
  unique (rehearsal_id, place)
);
create index rehearsal_conversations_scenario on rehearsal_conversations (scenario_id, id desc);
create index rehearsal_conversations_usage on rehearsal_conversations (organization_id, started_at)
  where model_usage is not null or held_minor is not null;
`;

const FUNCTIONS = `
create function platform_unfinished_rehearsals(older_than interval)
returns table(organization_id bigint, uuid uuid, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.uuid, r.agent_id, r.environment from rehearsals r
  where r.state in ('running', 'paused') and r.created_at < now() - older_than order by r.id
$$;
`;
