import { type Kysely, sql } from "kysely";

/**
 * What a workflow that was ended from outside leaves behind is found across tenants and taken up again; a call outside
 * campaigns is dialled in time or not at all.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COLUMNS).execute(db);
  await sql.raw(UNFINISHED_RUNS).execute(db);
  await sql.raw(RUNNING_CAMPAIGNS).execute(db);
};

const COLUMNS = `
alter table call_runs
  add column shard_id text,
  add column dial_by timestamptz;
`;

/** Two queries, each over a small partial index: of live calls, and of queued calls of campaigns. */
const UNFINISHED_RUNS = `
create function platform_unfinished_runs(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, uuid uuid, campaign_id bigint, shard_id text, name text,
  agent_id bigint, environment text)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state in ('dialing', 'ringing', 'in_progress') and r.started_at < now() - older_than and r.id > after_id
  union all
  select r.id, r.organization_id, r.uuid, r.campaign_id, r.shard_id, r.name, r.agent_id, r.environment
  from call_runs r
  where r.state = 'queued' and r.campaign_id is not null and r.created_at < now() - older_than and r.id > after_id
  order by id
$$;
`;

const RUNNING_CAMPAIGNS = `
create function platform_running_campaigns()
returns table (id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organization_id from campaigns c where c.state = 'running' order by c.id
$$;
`;
