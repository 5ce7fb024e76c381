import { type Kysely, sql } from "kysely";

/**
 * What maintenance removes is listed behind what it could not remove: a thousand of those hid all others. Pages of
 * unfinished calls end within the function, because its whole result is made for each page. The version that runs meanwhile
 * calls all of them without the new arguments.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(SWEEPS).execute(db);
  await sql.raw(UNFINISHED_RUNS).execute(db);
};

const QUERY = "language sql stable security definer set search_path = public, pg_temp";

const SWEEPS = `
drop function platform_abandoned_uploads(timestamptz, integer);
create function platform_abandoned_uploads(older_than timestamptz, at_most integer, behind integer default 0)
returns table (organization_id bigint, document_uuid uuid) ${QUERY} as $$
  select d.organization_id, d.document_uuid from documents d
  where d.state = 'uploading' and d.duplicate_of is null and d.deleted_at is null and d.updated_at < older_than
  order by d.updated_at, d.id limit at_most offset behind
$$;

drop function platform_abandoned_recordings(timestamptz, integer);
create function platform_abandoned_recordings(older_than timestamptz, at_most integer, behind integer default 0)
returns table (organization_id bigint, recording_id text) ${QUERY} as $$
  select r.organization_id, r.recording_id from workflow_recordings r
  where r.state = 'uploading' and r.created_at < older_than
  order by r.created_at, r.id limit at_most offset behind
$$;

drop function platform_artifact_orphans(timestamptz, integer);
create function platform_artifact_orphans(older_than timestamptz, at_most integer, behind integer default 0)
returns table (organization_id bigint, object_key text) ${QUERY} as $$
  select o.organization_id, o.object_key from artifact_orphans o
  where o.created_at < older_than
  order by o.created_at, o.object_key limit at_most offset behind
$$;

drop function platform_unused_contact_files(timestamptz, integer);
create function platform_unused_contact_files(older_than timestamptz, at_most integer, behind integer default 0)
returns table (organization_id bigint, object_key text) ${QUERY} as $$
  select f.organization_id, f.object_key from contact_files f
  where f.created_at < older_than and not exists (
    select from contact_imports i
    where i.organization_id = f.organization_id and i.object_key = f.object_key
      and i.status in ('pending','processing') and i.created_at > older_than - interval '30 days'
  ) and not exists (
    select from national_lists l
    where l.organization_id = f.organization_id and l.object_key = f.object_key
      and l.state in ('pending','loading') and l.created_at > older_than - interval '30 days'
  )
  order by f.created_at, f.organization_id, f.object_key limit at_most offset behind
$$;

drop function platform_expired_error_files(timestamptz, integer);
create function platform_expired_error_files(older_than timestamptz, at_most integer, behind integer default 0)
returns table (organization_id bigint, import_id bigint) ${QUERY} as $$
  select i.organization_id, i.id from contact_imports i
  where i.errors_key is not null and i.completed_at < older_than
  order by i.completed_at, i.id limit at_most offset behind
$$;
`;

const FOUND = "r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment";

const UNFINISHED_RUNS = `
drop function platform_unfinished_runs(interval, bigint);
create function platform_unfinished_runs(older_than interval, after_id bigint, at_most integer default null)
returns table (id bigint, organization_id bigint, uuid uuid, campaign_id bigint, shard_id text, name text,
  agent_id bigint, environment text) ${QUERY} as $$
  (select ${FOUND}
  from call_runs r
  where r.ended_at is null and r.state in ('dialing', 'ringing', 'in_progress')
    and r.started_at < now() - older_than and r.id > after_id and r.mode not in ('textchat', 'smallwebrtc')
  order by r.id limit at_most)
  union all
  (select ${FOUND}
  from call_runs r
  where r.ended_at is null and r.state = 'queued' and r.campaign_id is not null
    and r.created_at < now() - older_than and r.id > after_id
  order by r.id limit at_most)
  order by id limit at_most
$$;
`;
