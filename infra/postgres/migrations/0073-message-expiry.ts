import { type Kysely, sql } from "kysely";
import { createIndexConcurrently } from "./steps.ts";

export const inSteps = true;

/** Messages of threads are kept for as long as the organization says, like the words of calls; nothing is told of drafts. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await createIndexConcurrently(db, { name: "timeline_events_messages", on: MESSAGES });
  for (const part of [EXPIRY, DRAFTS]) await sql.raw(part).execute(db);
};

const MESSAGES = "timeline_events (organization_id, at, id) where kind = 'message' and payload ? 'text'";

const EXPIRY = `
create or replace function platform_expired_messages(at_most integer)
returns table (event_id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.organization_id
  from organizations o
  cross join lateral (
    select e.id, e.organization_id from timeline_events e
    where e.organization_id = o.id and e.kind = 'message' and e.payload ? 'text'
      and e.at < now() - make_interval(days => o.retention_days)
    order by e.at, e.id limit at_most
  ) e
  where o.retention_days is not null
  limit at_most
$$;
`;

// No event was ever of that kind; an endpoint that asked for it alone was never told of anything.
const DRAFTS = `
update webhook_endpoints set is_active = false, events = '{message}' where events = '{draft}';
update webhook_endpoints set events = array_remove(events, 'draft') where 'draft' = any(events);
`;
