import { type Kysely, sql } from "kysely";

/** Finds calls under way whose conversation is over, or in which nobody has said anything for a while. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(FUNCTIONS).execute(db);
};

const FUNCTIONS = `
create function platform_quiet_calls(over_for interval, silent_for interval, not_before interval)
returns table(organization_id bigint, uuid uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.organization_id, r.uuid
  from call_runs r join conversations c on c.run_id = r.id
  where r.ended_at is null and r.state = 'in_progress' and r.mode not in ('textchat', 'smallwebrtc')
    and case when c.state = 'ended' then c.ended_at between now() - not_before and now() - over_for
      else c.last_activity_at between now() - not_before and now() - silent_for end
$$;
`;
