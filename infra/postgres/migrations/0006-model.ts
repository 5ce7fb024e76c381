import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Models of an organization and requests to them that are paid for. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["former_embedding_models", "model_configurations", "model_requests"]);
};

const TABLES = `
create table former_embedding_models (
  organization_id bigint references organizations on delete cascade,
  name text,
  provider text not null,
  model text not null,
  base_url text,
  settings jsonb not null default '{}',
  api_key_sealed bytea,
  replaced_at timestamptz not null default now(),
  primary key (organization_id, name)
);

create table model_configurations (
  organization_id bigint references organizations on delete cascade,
  part text check (part in ('embeddings', 'llm', 'tts', 'stt')),
  provider text not null,
  model text not null,
  base_url text,
  -- of the scripted model: its lines
  settings jsonb not null default '{}',
  api_key_sealed bytea,
  updated_by bigint references users,
  updated_at timestamptz not null default now(),
  primary key (organization_id, part)
);

create table model_requests (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  run_id bigint not null,
  model text not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  estimated boolean not null,
  created_at timestamptz not null default now(),
  -- true: not answered yet; the tokens are the most that the request can come to
  pending boolean not null default false,
  -- llm, tts or stt
  part text not null default 'llm',
  -- of the text that was spoken
  characters integer not null default 0,
  -- of what was spoken or heard
  sound_ms integer not null default 0
);
create index model_requests_run on model_requests (run_id);
`;

const FUNCTIONS = `
create function platform_organizations_with_former_models()
returns table(organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct f.organization_id from former_embedding_models f
$$;
`;
