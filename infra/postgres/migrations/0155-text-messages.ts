import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Texts (SMS) that were sent to people or came from them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLE).execute(db);
  await isolateRows(db, ["text_messages"]);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLE = `
create table text_messages (
  id bigint generated always as identity primary key,
  uuid uuid not null constraint text_messages_uuid_key unique,
  organization_id bigint not null constraint text_messages_organization_id_fkey references organizations on delete cascade,
  environment text not null default 'production' check (environment in ('production', 'sandbox')),
  direction text not null check (direction in ('outbound', 'inbound')),
  state text not null check (state in ('queued', 'unknown', 'sent', 'delivered', 'failed', 'received')),
  reason text not null check (reason in ('api', 'journey', 'reply', 'opt_out_answer', 'received')),
  -- who wrote it: user:7, api_key:12, campaign:3, agent:5, person
  actor text not null,
  telephony_configuration_id bigint constraint text_messages_telephony_configuration_id_fkey
    references telephony_configurations on delete set null,
  provider text not null,
  own_number text not null,
  -- the person's
  phone_number text,
  body text not null,
  encoding text not null check (encoding in ('GSM-7', 'UCS-2')),
  segments integer not null,
  keyword text check (keyword in ('stop', 'start', 'help')),
  -- of what is sent: the same key is sent once
  key text,
  campaign_id bigint constraint text_messages_campaign_id_fkey references campaigns on delete set null,
  agent_id bigint constraint text_messages_agent_id_fkey references agents on delete set null,
  carrier_requested_at timestamptz,
  carrier_message_id text,
  -- when its carrier was asked what came of it
  looked_up_at timestamptz,
  error_code text,
  error text,
  cost_minor bigint,
  currency text,
  reserved_minor bigint,
  reserved_currency text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create unique index text_messages_key on text_messages (organization_id, key) where key is not null;
create unique index text_messages_of_carrier on text_messages (telephony_configuration_id, carrier_message_id)
  where carrier_message_id is not null;
create index text_messages_of_person on text_messages (organization_id, phone_number, created_at) where phone_number is not null;
create index text_messages_of_campaign on text_messages (campaign_id, created_at) where campaign_id is not null;
create index text_messages_of_agent on text_messages (agent_id) where agent_id is not null;
create index text_messages_requested on text_messages (organization_id, carrier_requested_at) where carrier_requested_at is not null;
create index text_messages_by_age on text_messages (organization_id, created_at, id);
create index text_messages_unclear on text_messages (carrier_requested_at) where state in ('queued', 'unknown')`;

const DAYS = "least(coalesce((o.retention->>'threads')::integer, o.retention_days), most_days)";

const FUNCTIONS = `
-- Those of all organizations of which nobody knows what came, oldest first; none that was looked up within ten minutes.
create function platform_unclear_texts(at_most integer)
returns table(organization_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.organization_id, t.id from text_messages t
  where t.state in ('queued', 'unknown') and t.carrier_requested_at < now() - interval '1 minute'
    and t.carrier_requested_at > now() - interval '1 day'
    and (t.looked_up_at is null or t.looked_up_at < now() - interval '10 minutes')
  order by t.carrier_requested_at limit at_most
$$;

create function expired_texts(organization bigint, before timestamptz)
returns table(id bigint, at timestamptz)
language sql stable as $$
  select t.id, t.created_at as at from text_messages t
  where t.organization_id = organization and t.created_at < before and t.body <> ''
$$;

create function platform_due_texts(at_most integer, most_days integer)
returns table(id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select due.id, o.id as organization_id
  from organizations o
  cross join lateral (
    select e.id from expired_texts(o.id, now() - make_interval(days => ${DAYS})) e
    order by e.at, e.id limit at_most
  ) due
  where ${DAYS} is not null
  limit at_most
$$;
`;
