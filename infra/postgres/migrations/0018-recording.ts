import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Recordings that agents play. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["workflow_recordings"]);
};

const TABLES = `
create table workflow_recordings (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- What definitions and tools name.
  recording_id text not null check (recording_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  state text not null default 'uploading' check (state in ('uploading', 'ready')),
  agent_id bigint references agents on delete set null,
  filename text not null,
  content_type text not null,
  object_key text not null unique,
  size_bytes bigint,
  transcript text not null default '',
  tts_provider text,
  tts_model text,
  tts_voice_id text,
  metadata jsonb not null default '{}',
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  length_ms integer,
  unique (organization_id, recording_id)
);
create index workflow_recordings_agent on workflow_recordings (agent_id);
create index workflow_recordings_list on workflow_recordings (organization_id, id desc) where state = 'ready';
create index workflow_recordings_uploading on workflow_recordings (created_at) where state = 'uploading';
`;

const FUNCTIONS = `
create function platform_abandoned_recordings(older_than timestamptz, at_most integer, behind integer default 0)
returns table(organization_id bigint, recording_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.recording_id from workflow_recordings r
  where r.state = 'uploading' and r.created_at < older_than
  order by r.created_at, r.id limit at_most offset behind
$$;
`;
