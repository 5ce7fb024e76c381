import { type Kysely, sql } from "kysely";

/** A call's sound goes to each process of the API that has supervisors of it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // the one that has the supervisor's connection; null: one of a former version, or none yet
  await sql`alter table supervisions add column api_process uuid`.execute(db);
  await sql`drop function platform_open_supervisions()`.execute(db);
  await sql.raw(FUNCTION).execute(db);
};

const FUNCTION = `
create function platform_open_supervisions()
returns table(organization_id bigint, run_uuid uuid, uuid uuid, mode text, state text, unsaid integer, silent_seconds float8, is_joined boolean,
  is_call_over boolean, api_process uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.organization_id, r.uuid, s.uuid, s.mode, s.state, jsonb_array_length(s.unsaid),
    extract(epoch from clock_timestamp() - s.alive_at)::float8, s.joined_at is not null,
    r.ended_at is not null or c.state is not distinct from 'ended', s.api_process
  from supervisions s
  join call_runs r on r.id = s.run_id
  left join conversations c on c.run_id = s.run_id
  where s.state <> 'ended'
  order by s.id
$$;
`;
