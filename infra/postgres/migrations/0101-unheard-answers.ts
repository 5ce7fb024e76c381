import { type Kysely, sql } from "kysely";

/** Answers to requests whose workflow may not have heard of them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(UNHEARD).execute(db);
};

// A live call hears of its answers by itself, unless something is to be carried out first.
const UNHEARD = `
create function platform_unheard_answers(older_than interval, after_id bigint)
returns table (id bigint, organization_id bigint, kind text, agent_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, r.organization_id, r.kind, r.agent_id from requests r
  left join call_runs c on c.id = r.run_id
  where r.finished_at is null and r.state = 'settled' and r.id > after_id
    and coalesce(r.undone_at, r.settled_at) < now() - older_than
    and (
      (r.decision = 'confirmed' and r.carried_out_at is null)
      or (r.undone_at is not null and r.undo_carried_out_at is null)
      or c.id is null or c.mode = 'textchat' or c.state <> 'in_progress'
    )
  order by r.id
$$;
`;
