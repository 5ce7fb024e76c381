import { type Kysely, sql } from "kysely";

/** A translation is a version whose parts are exchanged one by one; it is read like any other when all are. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TRANSLATING, UNFINISHED]) await sql.raw(part).execute(db);
};

const TRANSLATING = `
alter table document_versions
  drop constraint document_versions_state_check,
  add constraint document_versions_state_check
    check (state in ('translating','queued','indexing','ready','failed','superseded')),
  -- How many of its parts are in the target language; those behind them are still the source's.
  add column translated_parts integer not null default 0;
`;

const UNFINISHED = `
drop function platform_unfinished_documents(timestamptz, integer);
create function platform_unfinished_documents(older_than timestamptz, at_most integer)
returns table (organization_id bigint, document_uuid uuid, work text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.organization_id, d.document_uuid,
    case
      when d.deleted_at is not null then 'deletion'
      when exists (
        select from document_versions v
        where v.document_id = d.id and v.version = d.latest_version and v.state = 'translating'
      ) then 'translation'
      else 'processing'
    end
  from documents d
  where (d.deleted_at is not null or d.state in ('queued','indexing')) and d.updated_at < older_than
  order by d.updated_at limit at_most
$$;
`;
