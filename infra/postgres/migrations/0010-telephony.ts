import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Carrier accounts and the pace of their requests. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES]) await sql.raw(part).execute(db);
  await isolateRows(db, ["telephony_configurations", "telephony_paces"]);
};

const TABLES = `
create table telephony_configurations (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  provider text not null,
  is_default_outbound boolean not null default false,
  -- AES-256-GCM under the key named by encryption_key_id; the plain text is the JSON of the provider's fields
  credentials_sealed bytea not null,
  encryption_key_id text not null,
  calls_per_second numeric check (calls_per_second > (0)::numeric),
  concurrent_call_limit integer check (concurrent_call_limit > 0),
  inactive_since timestamptz,
  inactive_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  inbound_reserve integer not null default 0,
  max_concurrent_per_caller_id integer check (max_concurrent_per_caller_id > 0),
  caller_id_strategy text not null default 'default' check (caller_id_strategy in ('default', 'rotate', 'local_presence')),
  account_changed_at timestamptz,
  constraint telephony_configurations_inbound_reserve_check check ((inbound_reserve >= 0) and ((inbound_reserve = 0) or (inbound_reserve < concurrent_call_limit))),
  unique (organization_id, name)
);
create unique index telephony_configurations_default on telephony_configurations (organization_id) where is_default_outbound;

-- The next free instant of an account's pace; locked by admission, shared by all workers.
create table telephony_paces (
  telephony_configuration_id bigint primary key references telephony_configurations on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  next_slot_at timestamptz not null default now(),
  moved_at timestamptz
);
`;
