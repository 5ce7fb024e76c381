import { type Kysely, sql } from "kysely";

/**
 * Calls outside campaigns whose process died between writing the row and starting its workflow are found across
 * tenants; longest calls first has an index in the order that lists ask for.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(QUEUED_CALLS).execute(db);
  await sql.raw(DURATION_ORDER).execute(db);
};

const QUEUED_CALLS = `
create index call_runs_queued_calls on call_runs (created_at)
  where state = 'queued' and campaign_id is null and called_number is not null;

create function platform_queued_calls(older_than interval)
returns table (organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.uuid
  from call_runs r
  where r.state = 'queued' and r.campaign_id is null and r.called_number is not null
    and r.created_at < now() - older_than
  order by r.created_at
$$;
`;

const DURATION_ORDER = `
drop index call_runs_agent_duration;
create index call_runs_agent_duration on call_runs (agent_id, duration_seconds desc nulls last, id desc);
`;
