import { type Kysely, sql } from "kysely";
import { createIndexConcurrently, dropIndexConcurrently, fillInSteps } from "./steps.ts";

export const inSteps = true;

/**
 * A call's row changes five times, and PostgreSQL writes a new entry into every index of the table unless no indexed
 * column has changed and the page has room. The state changed with most of them and stood in the conditions of seven
 * indexes: these now say "not over" by `ended_at`, which changes once, and the queries look at the state of the few rows
 * that are left. The carrier's id of a call comes late; what makes a call that came in unique has it from the start in a
 * column of its own.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COLUMN).execute(db);
  await fillInSteps(db, {
    table: "call_runs",
    set: "inbound_call_id = carrier_call_id",
    where: "direction = 'inbound' and carrier_call_id is not null and inbound_call_id is null",
  });
  for (const index of INDEXES) await createIndexConcurrently(db, index);
  await sql.raw(FUNCTIONS).execute(db);
  // Until here the platform that runs meanwhile has the indexes that it looks into.
  for (const name of FORMER_INDEXES) await dropIndexConcurrently(db, name);
};

// One transaction: what is written after it has its id, and the lock is waited for once. Rows of calls that are over are
// not changed again: the room that is kept free serves those that are not.
const COLUMN = `
alter table call_runs add column if not exists inbound_call_id text;
alter table call_runs set (fillfactor = 60);

create or replace function name_inbound_call() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.inbound_call_id := new.carrier_call_id;
  return new;
end
$$;
create or replace trigger name_inbound_call before insert on call_runs for each row
  when (new.direction = 'inbound') execute function name_inbound_call();
`;

// No name of a former index: a step that is repeated can tell them apart.
const INDEXES = [
  {
    name: "call_runs_inbound_call",
    on: "call_runs (telephony_configuration_id, inbound_call_id) where inbound_call_id is not null",
    unique: true,
  },
  {
    name: "call_runs_unfinished_organization",
    on: "call_runs (organization_id, created_at desc, id desc) where ended_at is null",
  },
  {
    name: "call_runs_unfinished_account",
    on: "call_runs (telephony_configuration_id) where ended_at is null and telephony_configuration_id is not null",
  },
  {
    name: "call_runs_unfinished_campaign",
    on: "call_runs (campaign_id) where ended_at is null and campaign_id is not null",
  },
  {
    name: "call_runs_unfinished_single",
    on: "call_runs (created_at) where ended_at is null and campaign_id is null and called_number is not null",
  },
  { name: "call_runs_unfinished_text", on: "call_runs (id) where ended_at is null and mode = 'textchat'" },
  { name: "call_runs_unfinished_web", on: "call_runs (id) where ended_at is null and mode = 'smallwebrtc'" },
];

const FORMER_INDEXES = [
  "call_runs_inbound",
  "call_runs_live_organization",
  "call_runs_live_account",
  "call_runs_live_campaign",
  "call_runs_queued",
  "call_runs_queued_calls",
  "call_runs_unfinished",
  "call_runs_open_text",
  "call_runs_open_web",
];

const FOUND = "r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment";

const FUNCTIONS = `
create or replace function platform_unfinished_runs(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, campaign_id bigint, shard_id text, name text,
  agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select ${FOUND}
  from call_runs r
  where r.ended_at is null and r.state in ('dialing', 'ringing', 'in_progress')
    and r.started_at < now() - older_than and r.id > after_id and r.mode not in ('textchat', 'smallwebrtc')
  union all
  select ${FOUND}
  from call_runs r
  where r.ended_at is null and r.state = 'queued' and r.campaign_id is not null
    and r.created_at < now() - older_than and r.id > after_id
  order by id
$$;

create or replace function platform_queued_calls(older_than interval)
returns table (organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.uuid
  from call_runs r
  where r.ended_at is null and r.state = 'queued' and r.campaign_id is null and r.called_number is not null
    and r.created_at < now() - older_than
  order by r.created_at
$$;

create or replace function platform_open_text_sessions(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state = 'in_progress' and r.mode = 'textchat'
    and r.started_at < now() - older_than and r.id > after_id
  order by r.id
$$;

create or replace function platform_open_web_calls(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state in ('queued', 'in_progress') and r.mode = 'smallwebrtc'
    and r.created_at < now() - older_than and r.id > after_id
  order by r.id
$$;
`;
