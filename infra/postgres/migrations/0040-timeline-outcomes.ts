import { type Kysely, sql } from "kysely";

/** A call has one outcome in the timeline, whose credits follow what the call costs; words of calls are found by time. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [INDEXES, COSTS]) await sql.raw(part).execute(db);
};

const INDEXES = `
create unique index timeline_events_outcome on timeline_events (run_id) where kind = 'outcome';
create index conversation_entries_feed on conversation_entries (organization_id, at desc, id desc)
  where discarded_at is null and speaker in ('agent','person');
`;

// Carriers tell prices hours later, and models are counted afterwards: whoever writes the cost need not know of events.
const COSTS = `
create function price_outcome() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update timeline_events set credits = coalesce(new.cost_minor, 0), included = new.cost_minor = 0
  where run_id = new.id and kind = 'outcome';
  return null;
end
$$;
create trigger price_outcome after update on call_runs for each row
  when (old.cost_minor is distinct from new.cost_minor) execute function price_outcome();
`;
