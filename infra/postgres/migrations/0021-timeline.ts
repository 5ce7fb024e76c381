import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** The timeline of an organization. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS, TRIGGERS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["timeline_events"]);
};

const TABLES = `
create table timeline_events (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  at timestamp(3) with time zone not null default now(),
  kind text not null check (kind in ('message', 'draft', 'call_started', 'call_ended', 'outcome', 'question', 'decision', 'action_proposed', 'action_settled', 'edit_proposed', 'edit_settled', 'secret_requested', 'secret_provided', 'deliverable', 'campaign', 'document', 'system')),
  actor text not null,
  summary text not null,
  payload jsonb not null default '{}',
  is_deliverable boolean not null default false,
  assistant boolean not null default false,
  thread_id text,
  agent_id bigint,
  run_id bigint,
  folder_id bigint,
  campaign_id bigint,
  credits numeric not null default 0,
  included boolean,
  blocked jsonb
);
create index timeline_events_agent on timeline_events (agent_id, at desc, id desc) where agent_id is not null;
create index timeline_events_assistant on timeline_events (organization_id, at desc, id desc) where assistant;
create index timeline_events_campaign on timeline_events (campaign_id, id desc) where (kind = 'campaign') and (campaign_id is not null);
create index timeline_events_deliverables on timeline_events (organization_id, at desc, id desc) where is_deliverable;
create index timeline_events_document on timeline_events (organization_id, ((payload ->> 'document_uuid'::text)), id desc) where kind = 'document';
create index timeline_events_folder on timeline_events (folder_id, at desc, id desc) where folder_id is not null;
create index timeline_events_messages on timeline_events (organization_id, at, id) where (kind = 'message') and (payload ? 'text');
create index timeline_events_organization on timeline_events (organization_id, at desc, id desc);
create index timeline_events_run on timeline_events (run_id, at, id) where run_id is not null;
create index timeline_events_thread on timeline_events (organization_id, thread_id, at desc, id desc) where thread_id is not null;
create unique index timeline_events_outcome on timeline_events (run_id) where kind = 'outcome';
`;

const FUNCTIONS = `
create function platform_expired_messages(at_most integer)
returns table(event_id bigint, organization_id bigint)
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

-- Carriers tell prices hours later, and models are counted afterwards: whoever writes the cost need not know of events.
create function price_outcome()
returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  update timeline_events set credits = coalesce(new.cost_minor, 0), included = new.cost_minor = 0
  where run_id = new.id and kind = 'outcome';
  return null;
end
$$;
`;

const TRIGGERS = `
create trigger price_outcome after update on call_runs for each row
  when (old.cost_minor is distinct from new.cost_minor)
  execute function price_outcome();
`;
