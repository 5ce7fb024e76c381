import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Warm transfers: the caller is on hold while a person is called and asked. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLE).execute(db);
  await isolateRows(db, ["call_transfers"]);
};

const TABLE = `
create table call_transfers (
  id bigint generated always as identity primary key,
  uuid uuid not null constraint call_transfers_uuid_key unique,
  organization_id bigint not null constraint call_transfers_organization_id_fkey references organizations on delete cascade,
  run_id bigint not null constraint call_transfers_run_id_fkey references call_runs on delete cascade,
  state text not null default 'requested'
    check (state in ('requested', 'calling', 'briefing', 'accepted', 'connected', 'over')),
  outcome text check (outcome in ('connected', 'no_answer', 'busy', 'voicemail', 'declined', 'hung_up', 'refused', 'failed', 'caller_left')),
  targets jsonb not null,
  position integer not null default 0,
  -- the run of the call to the person who is called now
  leg_uuid uuid constraint call_transfers_leg_uuid_key unique,
  -- the calls before it, with what became of them
  tries jsonb not null default '[]',
  briefing text not null default '',
  language text not null,
  hold jsonb not null,
  ring_timeout_seconds integer not null,
  silences integer not null default 0,
  requested_at timestamptz not null default clock_timestamp(),
  moved_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  connected_at timestamptz,
  ended_at timestamptz
);
create unique index call_transfers_undecided on call_transfers (run_id) where outcome is null;
create index call_transfers_run on call_transfers (run_id, id desc);
create index call_transfers_organization on call_transfers (organization_id)`;
