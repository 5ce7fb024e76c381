import { type Kysely, sql } from "kysely";

/**
 * Documents that agents read from. A document's text is kept as rows, in the order of the file and cut into passages; the
 * index that is searched holds copies of the passages and can be made again from them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [DOCUMENTS, VERSIONS, TEXTS, USAGE, ROW_LEVEL_SECURITY, UNFINISHED]) {
    await sql.raw(part).execute(db);
  }
};

const DOCUMENTS = `
create table documents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  document_uuid uuid not null,
  filename text not null,
  mime_type text not null,
  state text not null default 'uploading'
    check (state in ('uploading','queued','indexing','ready','failed','stale')),
  -- Why it is in this state, for people.
  state_detail text,
  processing_error text,
  scope text not null default 'library' check (scope in ('library','org','channel','agent')),
  folder_id bigint references folders on delete set null,
  agent_id bigint references agents on delete set null,
  file_folder_id bigint,
  retrieval_mode text not null default 'chunked' check (retrieval_mode in ('chunked','full_document')),
  custom_metadata jsonb not null default '{}',
  -- The newest; what readers get is current_version, which is an older one until the newest is complete.
  latest_version integer not null default 0,
  current_version integer,
  -- Of the newest version.
  file_hash bytea,
  -- The same content was there already: whoever asks for this document gets that one.
  duplicate_of bigint references documents on delete cascade,
  translated_from bigint references documents on delete set null,
  target_language text,
  needs_reingest boolean not null default false,
  -- Readers see nothing of it from then on; its workflow removes the rest.
  deleted_at timestamptz,
  deleted_by text,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (organization_id, document_uuid)
);
create unique index documents_content on documents (organization_id, file_hash)
  where file_hash is not null and duplicate_of is null and deleted_at is null;
create index documents_list on documents (organization_id, id desc) where duplicate_of is null and deleted_at is null;
create index documents_folder on documents (folder_id);
create index documents_agent on documents (agent_id);
create index documents_duplicate_of on documents (duplicate_of);
create index documents_translated_from on documents (translated_from);
`;

const VERSIONS = `
create table document_versions (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  document_id bigint not null references documents on delete cascade,
  version integer not null,
  object_key text not null,
  state text not null default 'queued'
    check (state in ('queued','indexing','ready','failed','superseded')),
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
  unique (document_id, version)
);
create index document_versions_organization on document_versions (organization_id, id);
`;

const TEXTS = `
-- A stretch of the text as it stands in the file: headings, paragraphs, rows of tables.
create table document_parts (
  organization_id bigint not null references organizations on delete cascade,
  version_id bigint not null references document_versions on delete cascade,
  ordinal integer not null,
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
create index document_passages_organization on document_passages (organization_id, id);
create index document_passages_document on document_passages (document_id);
`;

const USAGE = `
create table knowledge_usage (
  organization_id bigint primary key references organizations on delete cascade,
  plan text not null default 'standard',
  limit_bytes bigint not null default 10737418240 check (limit_bytes >= 0),
  limit_documents integer not null default 10000 check (limit_documents >= 0),
  limit_chunks integer not null default 1000000 check (limit_chunks >= 0),
  used_bytes bigint not null default 0,
  document_count integer not null default 0,
  chunk_count integer not null default 0
);
`;

const ROW_LEVEL_SECURITY = ["documents", "document_versions", "document_parts", "document_passages", "knowledge_usage"]
  .map(
    (table) => `
alter table ${table} enable row level security;
create policy tenant on ${table} to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);`,
  )
  .join("\n");

/** For the sweep that takes lost workflows up again. */
const UNFINISHED = `
create index documents_unfinished on documents (updated_at)
  where deleted_at is not null or state in ('queued','indexing','uploading');
create function platform_unfinished_documents(older_than timestamptz, at_most integer)
returns table (organization_id bigint, document_uuid uuid, is_deleted boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.organization_id, d.document_uuid, d.deleted_at is not null
  from documents d
  where (d.deleted_at is not null or d.state in ('queued','indexing')) and d.updated_at < older_than
  order by d.updated_at limit at_most
$$;
`;
