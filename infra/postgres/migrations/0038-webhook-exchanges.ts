import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** The last try of each delivery of a webhook, as it was sent and as it was answered. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLE).execute(db);
  await isolateRows(db, ["webhook_exchanges"]);
  await sql.raw(FUNCTION).execute(db);
};

const TABLE = `
create table webhook_exchanges (
  delivery_id bigint primary key references webhook_deliveries on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  -- of the event: what is sent holds its words
  event_at timestamptz not null,
  sent_at timestamptz not null,
  url text not null,
  -- the signatures masked
  request_headers jsonb not null,
  request_body text not null,
  -- null: no answer came
  answer_status integer,
  answer_body text,
  took_ms integer not null
);
create index webhook_exchanges_event on webhook_exchanges (organization_id, event_at, delivery_id);
`;

const FUNCTION = `
create function platform_expired_webhook_exchanges(at_most integer)
returns table(delivery_id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select x.delivery_id, x.organization_id
  from organizations o
  cross join lateral (
    select x.delivery_id, x.organization_id from webhook_exchanges x
    where x.organization_id = o.id and x.event_at < now() - make_interval(days => o.retention_days)
    order by x.event_at, x.delivery_id limit at_most
  ) x
  where o.retention_days is not null
  limit at_most
$$;
`;
