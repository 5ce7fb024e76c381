import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Webhook endpoints and deliveries. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS, TRIGGERS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["webhook_endpoints", "webhook_deliveries"]);
};

const TABLES = `
create table webhook_endpoints (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  url text not null,
  -- timeline kinds; empty: every one
  events text[] not null default '{}',
  description text,
  secret_sealed bytea not null,
  -- signs beside the new one until then
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  is_active boolean not null default true,
  -- why it was switched off by itself
  disabled_at timestamptz,
  disabled_reason text,
  -- a workflow delivers; it gives this back in the statement that finds nothing left
  is_delivering boolean not null default false,
  -- of tries in a row since the last success
  failures integer not null default 0,
  failing_since timestamptz,
  next_attempt_at timestamptz,
  last_success_at timestamptz,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index webhook_endpoints_delivering on webhook_endpoints (id) where is_delivering;
create index webhook_endpoints_idle on webhook_endpoints (id) where is_active and (not is_delivering);
create index webhook_endpoints_organization on webhook_endpoints (organization_id, id);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  -- the receiver's means to tell repetitions
  uuid uuid not null default gen_random_uuid() unique,
  organization_id bigint not null references organizations on delete cascade,
  endpoint_id bigint not null references webhook_endpoints on delete cascade,
  event_type text not null,
  -- null: a test
  timeline_event_id bigint,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  last_attempt_at timestamptz,
  settled_at timestamptz,
  -- set by a resend: given up by the time since then
  resent_at timestamptz,
  created_at timestamptz not null default now(),
  request_id bigint
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_failed on webhook_deliveries (organization_id, id desc) where state = 'failed';
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, id) where state = 'pending';
create index webhook_deliveries_settled on webhook_deliveries (endpoint_id, settled_at) where state <> 'pending';
`;

const FUNCTIONS = `
create function platform_delivering_webhooks(overdue interval)
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.organization_id from webhook_endpoints e
  where e.is_delivering and coalesce(e.next_attempt_at, e.updated_at) < now() - overdue
  order by e.id
$$;

-- Asked every second: one probe of a small index for each endpoint that has nothing to do.
create function platform_waiting_webhooks()
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.organization_id from webhook_endpoints e
  where e.is_active and not e.is_delivering
    and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'pending')
  limit 1000
$$;

-- Beside the events of the timeline, and for those alone who name them: the timeline tells of requests, too.
create function queue_request_webhooks()
returns trigger
language plpgsql as $$
declare
  happened text := 'request.' || case tg_op when 'INSERT' then 'opened' else new.state end;
begin
  insert into webhook_deliveries (organization_id, endpoint_id, event_type, timeline_event_id, request_id)
  select new.organization_id, e.id, happened, new.event_id, new.id
  from webhook_endpoints e
  where e.organization_id = new.organization_id and e.is_active and happened = any(e.events);
  return null;
end
$$;

-- In the table, and not in the statement that writes an event: the plan is made once for a connection, where every event
-- of an organization without webhooks would pay for planning it otherwise.
create function queue_webhooks()
returns trigger
language plpgsql as $$
begin
  insert into webhook_deliveries (organization_id, endpoint_id, event_type, timeline_event_id)
  select new.organization_id, e.id, new.kind, new.id
  from webhook_endpoints e
  where e.organization_id = new.organization_id and e.is_active and (e.events = '{}' or new.kind = any(e.events));
  return null;
end
$$;
`;

const TRIGGERS = `
create trigger queue_opened_request after insert on requests for each row execute function queue_request_webhooks();
create trigger queue_settled_request after update of state on requests for each row
  when ((old.state = 'open') and (new.state <> 'open'))
  execute function queue_request_webhooks();
create trigger queue_webhooks after insert on timeline_events for each row execute function queue_webhooks();
`;
