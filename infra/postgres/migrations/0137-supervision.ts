import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Supervisors of calls: their role, who listens to a call or has taken it over, and their words among those of the call. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [ROLES, TABLE, WORDS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["supervisions"]);
  await sql.raw(FUNCTION).execute(db);
};

const ROLES = ["memberships", "invitations"]
  .map(
    (table) => `
alter table ${table} drop constraint ${table}_role_check,
  add constraint ${table}_role_check check (role in ('owner', 'admin', 'supervisor', 'operator', 'viewer'));`,
  )
  .join("")
  .concat(`
alter table identity_providers drop constraint identity_providers_default_role_check,
  add constraint identity_providers_default_role_check check (default_role in ('viewer', 'operator', 'supervisor', 'admin'));`);

const TABLE = `
create table supervisions (
  id bigint generated always as identity primary key,
  uuid uuid not null constraint supervisions_uuid_key unique,
  organization_id bigint not null constraint supervisions_organization_id_fkey references organizations on delete cascade,
  run_id bigint not null constraint supervisions_run_id_fkey references call_runs on delete cascade,
  -- who: user:7, api_key:12
  actor text not null,
  mode text not null default 'listen' check (mode in ('listen', 'take_over')),
  state text not null default 'open' check (state in ('open', 'handing_back', 'ended')),
  end_reason text check (end_reason in ('left', 'lost', 'call_over', 'hung_up')),
  whispers integer not null default 0,
  -- what the call is still to say for the supervisor: [{id, text}]
  unsaid jsonb not null default '[]',
  started_at timestamptz not null default clock_timestamp(),
  joined_at timestamptz,
  alive_at timestamptz not null default clock_timestamp(),
  taken_over_at timestamptz,
  ended_at timestamptz
);
create index supervisions_run on supervisions (run_id, id desc);
create index supervisions_open on supervisions (organization_id, run_id) where state <> 'ended';
create unique index supervisions_one_takes_over on supervisions (run_id) where mode = 'take_over' and state <> 'ended'`;

const WORDS = `
-- who speaks to the person in the agent's place; its turns ask no model
alter table conversations add column taken_over_by uuid;
alter table conversation_entries drop constraint conversation_entries_speaker_check,
  add constraint conversation_entries_speaker_check
    check (speaker in ('agent', 'person', 'tool', 'step', 'supervisor', 'whisper')) not valid;`;

const FUNCTION = `
-- Those of all organizations: each process that carries calls looks for them a few times a second, and there are few.
create function platform_open_supervisions()
returns table(organization_id bigint, run_uuid uuid, uuid uuid, mode text, state text, unsaid integer, silent_seconds float8, is_joined boolean,
  is_call_over boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.organization_id, r.uuid, s.uuid, s.mode, s.state, jsonb_array_length(s.unsaid),
    extract(epoch from clock_timestamp() - s.alive_at)::float8, s.joined_at is not null,
    r.ended_at is not null or c.state is not distinct from 'ended'
  from supervisions s
  join call_runs r on r.id = s.run_id
  left join conversations c on c.run_id = s.run_id
  where s.state <> 'ended'
  order by s.id
$$;
`;
