import { type Kysely, sql } from "kysely";

/**
 * Pages of open sessions end within the function, because its whole result is made for each page. Unfinished documents
 * are listed page by page too: of a thousand that waited the others were never seen. The version that runs meanwhile calls
 * all of them without the new arguments.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(FUNCTIONS).execute(db);
};

const SIGNATURE = `(older_than interval, after_id bigint, at_most integer default null)
returns table (id bigint, organization_id bigint, uuid uuid, name text, agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp`;

const FUNCTIONS = `
drop function platform_open_text_sessions(interval, bigint);
create function platform_open_text_sessions${SIGNATURE} as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state = 'in_progress' and r.mode = 'textchat'
    and r.started_at < now() - older_than and r.id > after_id
  order by r.id limit at_most
$$;

drop function platform_open_web_calls(interval, bigint);
create function platform_open_web_calls${SIGNATURE} as $$
  select r.id, r.organization_id, r.uuid, r.name, r.agent_id, r.environment
  from call_runs r
  where r.ended_at is null and r.state in ('queued', 'in_progress') and r.mode = 'smallwebrtc'
    and r.created_at < now() - older_than and r.id > after_id
  order by r.id limit at_most
$$;

drop function platform_unfinished_documents(timestamptz, integer);
create function platform_unfinished_documents(older_than timestamptz, at_most integer, after_id bigint default 0)
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
  where (d.deleted_at is not null or d.state in ('queued','indexing')) and d.updated_at < older_than and d.id > after_id
  order by d.id limit at_most
$$;
`;
