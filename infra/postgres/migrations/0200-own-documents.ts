import { type Kysely, sql } from "kysely";

/**
 * Documents of the same content are documents of their own. A row that led to another one gets a version that is read
 * from the other's file, if that is still the file whose content was the same; else it says that it has to be uploaded
 * again, because the other document has changed since.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [SPLIT, LOST, LEFT_BEHIND, UPLOADS, COLUMNS]) await sql.raw(part).execute(db);
};

const SPLIT = `
insert into document_versions (organization_id, document_id, version, object_key, object_etag, file_size_bytes)
select d.organization_id, d.id, 1, v.object_key, v.object_etag, v.file_size_bytes
from documents d
join documents same on same.id = d.duplicate_of and same.deleted_at is null
join lateral (
  select * from document_versions of_same where of_same.document_id = same.id and of_same.created_at <= d.updated_at
  order by of_same.version desc limit 1
) v on v.state in ('queued','indexing','ready')
where d.deleted_at is null;

update knowledge_usage u set document_count = u.document_count + split.documents, used_bytes = u.used_bytes + split.bytes
from (
  select d.organization_id, count(*) as documents, sum(v.file_size_bytes) as bytes
  from documents d join document_versions v on v.document_id = d.id
  where d.duplicate_of is not null group by 1
) split where split.organization_id = u.organization_id;

update documents d set state = 'queued', state_detail = null, latest_version = 1, duplicate_of = null
where d.duplicate_of is not null and exists (select from document_versions v where v.document_id = d.id);
`;

const LOST = `
update documents set state = 'failed', duplicate_of = null,
  state_detail = 'The document that had this content has changed since; upload the file again.',
  processing_error = 'The document that had this content has changed since; upload the file again.'
where duplicate_of is not null;
`;

// Documents of deleted channels, which nobody could read unnamed.
const LEFT_BEHIND = `
update documents set scope = 'library' where scope = 'channel' and folder_id is null;
`;

const UPLOADS = `
create or replace function platform_abandoned_uploads(older_than timestamptz, at_most integer, behind integer default 0)
returns table (organization_id bigint, document_uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.organization_id, d.document_uuid from documents d
  where d.state = 'uploading' and d.deleted_at is null and d.updated_at < older_than
  order by d.updated_at, d.id limit at_most offset behind
$$;
`;

const COLUMNS = `
drop index documents_content, documents_failed, documents_list;
alter table documents drop column duplicate_of, drop column file_hash;
create index documents_failed on documents (organization_id, updated_at desc)
  where processing_error is not null and deleted_at is null;
create index documents_list on documents (organization_id, id desc) where deleted_at is null;
`;
