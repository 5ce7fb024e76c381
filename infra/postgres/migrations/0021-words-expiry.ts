import { type Kysely, sql } from "kysely";

/** Words of calls are kept for as long as the organization says, like the files made of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [COLUMN, EXPIRY]) await sql.raw(part).execute(db);
};

const COLUMN = `
-- set when entries, turns and tool calls were removed; what was concluded from them stays in the run
alter table conversations add column words_removed_at timestamptz;
create index conversations_with_words on conversations (organization_id, started_at, run_id)
  where words_removed_at is null;
`;

// By the run's end, not the beginning: a session in text may go on for days. The beginning is what the index knows.
const EXPIRY = `
create function platform_expired_conversations(at_most integer)
returns table (run_id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.run_id, c.organization_id
  from organizations o
  cross join lateral (
    select c.run_id, c.organization_id
    from conversations c
    join call_runs r on r.id = c.run_id
    where c.organization_id = o.id and c.words_removed_at is null
      and c.started_at < now() - make_interval(days => o.retention_days)
      and r.ended_at < now() - make_interval(days => o.retention_days)
    order by c.started_at, c.run_id limit at_most
  ) c
  where o.retention_days is not null
  limit at_most
$$;
`;
