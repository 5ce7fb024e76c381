import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Talk buttons, media processes and the places that calls reserve on them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES]) await sql.raw(part).execute(db);
  await isolateRows(db, ["embed_tokens"]);
};

const TABLES = `
create table embed_tokens (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  organization_id bigint not null references organizations on delete cascade,
  agent_id bigint not null references agents on delete cascade,
  name text not null,
  allowed_origins text[] not null,
  environment text not null default 'production' check (environment in ('production', 'sandbox')),
  expires_at timestamptz,
  max_minutes integer check (max_minutes > 0),
  max_concurrent integer check (max_concurrent > 0),
  revoked_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
create index embed_tokens_agent on embed_tokens (agent_id, id desc);

create table media_processes (
  uuid uuid primary key,
  places integer not null,
  taken integer not null,
  told_at timestamptz not null default now()
);

create table voice_reservations (
  run_uuid uuid primary key,
  reserved_until timestamptz not null
);
`;
