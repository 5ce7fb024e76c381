import { type Kysely, sql } from "kysely";

/**
 * A campaign whose last step has come to its end is found at once, whatever has ended it (its own work, the end of a call, or whoever
 * says stop), so that it can complete.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create index journey_steps_settled on journey_steps (campaign_id, settled_at) where settled_at is not null`.execute(
    db,
  );
  await sql.raw(FUNCTION).execute(db);
};

const FUNCTION = `
-- Asked every second: a few probes of small indexes for each campaign with a journey. One that is worked on is left alone; one whose
-- last step was settled since it was worked on has a last look.
create or replace function platform_due_journeys(rest interval)
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organization_id from campaigns c
  where c.journey_version is not null and (c.journey_worked_at is null or c.journey_worked_at < now() - rest)
    and (
      c.state = 'running' and exists (
        select from journey_steps s where s.campaign_id = c.id and s.state = 'waiting' and s.due_at <= now())
      or c.state in ('completed', 'canceled') and exists (
        select from journey_steps s where s.campaign_id = c.id and s.state = 'waiting')
      or exists (
        select from journey_steps s where s.campaign_id = c.id and s.state = 'doing' and s.started_at < now() - interval '2 minutes')
      or c.state = 'running'
        and not exists (select from journey_steps s where s.campaign_id = c.id and s.state = 'waiting')
        and not exists (select from journey_steps s where s.campaign_id = c.id and s.state in ('doing', 'calling'))
        and exists (
          select from journey_steps s where s.campaign_id = c.id and s.settled_at > coalesce(c.journey_worked_at, '-infinity'))
    )
  limit 1000
$$;
`;
