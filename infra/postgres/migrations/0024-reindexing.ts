import { type Kysely, sql } from "kysely";

/** Documents whose vectors are of another model than the organization's, and uploads that nobody processed. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(`
alter table documents add column reingest_error text;
create index documents_outdated on documents (organization_id, id) where needs_reingest;

create function platform_outdated_organizations() returns table (organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.organization_id from documents d
  where d.needs_reingest and d.reingest_error is null and d.deleted_at is null
$$;

create function platform_abandoned_uploads(older_than timestamptz, at_most integer)
returns table (organization_id bigint, document_uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.organization_id, d.document_uuid from documents d
  where d.state = 'uploading' and d.duplicate_of is null and d.deleted_at is null and d.updated_at < older_than
  order by d.updated_at limit at_most
$$;
`)
    .execute(db);
};
