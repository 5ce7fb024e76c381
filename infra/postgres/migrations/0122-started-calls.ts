import { type Kysely, sql } from "kysely";

/**
 * How many calls the whole platform has started since an instant, and how many organizations have: what an organization's
 * share is a share of. It names nobody. Each organization is looked up in its own part of the indexes.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(STARTED).execute(db);
};

const STARTED = `
create function platform_started_calls(since timestamptz) returns table (calls bigint, organizations bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(started.calls), 0)::bigint, count(*) filter (where started.calls > 0)
  from organizations o cross join lateral (
    select count(*) as calls from (
      select from call_runs r where r.organization_id = o.id and r.ended_at is null
        and r.carrier_requested_at >= since and r.direction = 'outbound'
      union all
      select from call_runs r where r.organization_id = o.id and r.over_at >= since
        and r.carrier_requested_at >= since and r.direction = 'outbound'
    ) asked
  ) started
$$;
`;
