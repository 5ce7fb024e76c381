import { type Kysely, sql } from "kysely";

/** A document may be read from an address, and again at intervals; maintenance finds those that are due. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [COLUMNS, UNFINISHED]) await sql.raw(part).execute(db);
};

const COLUMNS = `
alter table documents add column source_url text, add column refresh_every_hours integer, add column refresh_at timestamptz;
create index documents_refresh on documents (refresh_at) where refresh_at is not null;
`;

const UNFINISHED = `
create or replace function platform_unfinished_documents(older_than timestamptz, at_most integer, after_id bigint default 0)
returns table (id bigint, organization_id bigint, document_uuid uuid, work text)
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
  where d.id > after_id and (
    ((d.deleted_at is not null or d.state in ('queued','indexing')) and d.updated_at < older_than)
    or (d.refresh_at < older_than and d.deleted_at is null and d.is_active))
  order by d.id limit at_most
$$;
`;
