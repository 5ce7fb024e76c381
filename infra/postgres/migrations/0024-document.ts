import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Documents, their versions, parts and passages, and what was read from them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["documents", "document_versions", "document_parts", "document_passages", "knowledge_usage"]);
};

const TABLES = `
create table documents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  document_uuid uuid not null,
  filename text not null,
  mime_type text not null,
  state text not null default 'uploading' check (state in ('uploading', 'queued', 'indexing', 'ready', 'failed', 'stale')),
  -- Why it is in this state, for people.
  state_detail text,
  processing_error text,
  scope text not null default 'library' check (scope in ('library', 'org', 'channel', 'agent')),
  folder_id bigint references folders on delete set null,
  agent_id bigint references agents on delete set null,
  file_folder_id bigint,
  retrieval_mode text not null default 'chunked' check (retrieval_mode in ('chunked', 'full_document')),
  custom_metadata jsonb not null default '{}',
  -- The newest; what readers get is current_version, which is an older one until the newest is complete.
  latest_version integer not null default 0,
  current_version integer,
  translated_from bigint references documents on delete set null,
  target_language text,
  needs_reingest boolean not null default false,
  -- Readers see nothing of it from then on; its workflow removes the rest.
  deleted_at timestamptz,
  deleted_by text,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reingest_error text,
  upload_key text,
  upload_for uuid,
  is_active boolean not null default true,
  unique (organization_id, document_uuid)
);
create index documents_agent on documents (agent_id);
create index documents_failed on documents (organization_id, updated_at desc) where (processing_error is not null) and (deleted_at is null);
create index documents_folder on documents (folder_id);
create index documents_list on documents (organization_id, id desc) where deleted_at is null;
create index documents_outdated on documents (organization_id, id) where needs_reingest;
create index documents_translated_from on documents (translated_from);
create index documents_unfinished on documents (updated_at) where (deleted_at is not null) or (state in ('queued', 'indexing', 'uploading'));
create index documents_upload_key on documents (upload_key) where upload_key is not null;

create table document_versions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  document_id bigint not null references documents on delete cascade,
  version integer not null,
  object_key text not null,
  state text not null default 'queued' check (state in ('translating', 'queued', 'indexing', 'ready', 'failed', 'superseded')),
  error text,
  document_type text,
  file_size_bytes bigint not null,
  file_hash bytea,
  page_count integer,
  -- How far each step has come: what a crash leaves is taken up from here.
  part_count integer not null default 0,
  is_extracted boolean not null default false,
  chunked_parts integer not null default 0,
  chunk_count integer not null default 0,
  embedding_model text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  -- How many of its parts are in the target language; those behind them are still the source's.
  translated_parts integer not null default 0,
  uploaded_by bigint references users on delete set null,
  object_etag text,
  warnings jsonb not null default '[]',
  encoding text,
  title text,
  language text,
  table_count integer not null default 0,
  unnamed_table_count integer not null default 0,
  unique (document_id, version)
);
create index document_versions_organization on document_versions (organization_id, id);

-- A stretch of the text as it stands in the file: headings, paragraphs, rows of tables.
create table document_parts (
  organization_id bigint not null references organizations on delete cascade,
  version_id bigint references document_versions on delete cascade,
  ordinal integer,
  content jsonb not null,
  primary key (version_id, ordinal)
);
create index document_parts_organization on document_parts (organization_id, version_id);

create table document_passages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  document_id bigint not null references documents on delete cascade,
  version_id bigint not null references document_versions on delete cascade,
  chunk_index integer not null,
  part integer not null,
  text text not null,
  context text not null,
  page integer,
  row_number integer,
  token_count integer not null,
  -- 32-bit floats, little-endian; null until they are made. An index is filled again without asking the model.
  embedding bytea,
  embedding_model text,
  unique (version_id, chunk_index)
);
create index document_passages_document on document_passages (document_id);
create index document_passages_organization on document_passages (organization_id, id);

create table knowledge_usage (
  organization_id bigint primary key references organizations on delete cascade,
  plan text not null default 'standard',
  limit_bytes bigint not null default '10737418240' check (limit_bytes >= 0),
  limit_documents integer not null default 10000 check (limit_documents >= 0),
  limit_chunks integer not null default 1000000 check (limit_chunks >= 0),
  used_bytes bigint not null default 0,
  document_count integer not null default 0,
  chunk_count integer not null default 0
);
`;

const FUNCTIONS = `
create function platform_abandoned_uploads(older_than timestamptz, at_most integer, behind integer default 0)
returns table(organization_id bigint, document_uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.organization_id, d.document_uuid from documents d
  where d.state = 'uploading' and d.deleted_at is null and d.updated_at < older_than
  order by d.updated_at, d.id limit at_most offset behind
$$;

create function platform_documents_of_others_wait(own bigint)
returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from documents d where d.state = 'queued' and d.deleted_at is null and d.organization_id <> own
  )
$$;

create function platform_outdated_organizations()
returns table(organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.organization_id from documents d
  where d.needs_reingest and d.reingest_error is null and d.deleted_at is null
$$;

-- For the sweep that takes lost workflows up again.
create function platform_unfinished_documents(older_than timestamptz, at_most integer, after_id bigint default 0)
returns table(id bigint, organization_id bigint, document_uuid uuid, work text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.organization_id, d.document_uuid,
    case
      when d.deleted_at is not null then 'deletion'
      when exists (
        select from document_versions v
        where v.document_id = d.id and v.version = d.latest_version and v.state = 'translating'
      ) then 'translation'
      else 'processing'
    end
  from documents d
  where (d.deleted_at is not null or d.state in ('queued','indexing')) and d.updated_at < older_than and d.id > after_id
  order by d.id limit at_most
$$;
`;
