import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Rented and verified phone numbers, with what is under way for them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLES, FUNCTIONS]) await sql.raw(part).execute(db);
  await isolateRows(db, ["number_verifications", "phone_numbers", "number_rentals", "verified_numbers"]);
};

const TABLES = `
create table number_verifications (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  -- call: ours, which reads a code; carrier: the carrier's own
  method text not null check (method in ('call', 'carrier')),
  telephony_configuration_id bigint not null references telephony_configurations on delete cascade,
  -- the call that reads the code
  run_uuid uuid unique,
  state text not null default 'pending' check (state in ('pending', 'verified', 'failed', 'expired', 'replaced')),
  -- sealed hash that what is typed is compared with
  code_hash_sealed bytea,
  -- what the call reads; gone when the call is over
  code_sealed bytea,
  tries integer not null default 0,
  carrier_requested_at timestamptz,
  carrier_reference text,
  code_to_type text,
  expires_at timestamptz not null,
  error text,
  actor text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index number_verifications_account on number_verifications (telephony_configuration_id);
create index number_verifications_number on number_verifications (organization_id, phone_number, id desc);
create unique index number_verifications_pending on number_verifications (organization_id, phone_number) where state = 'pending';

create table phone_numbers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  telephony_configuration_id bigint not null references telephony_configurations on delete cascade,
  address text not null,
  address_normalized text not null,
  address_type text not null check (address_type in ('pstn', 'sip_uri', 'sip_extension')),
  country_code text,
  label text,
  inbound_agent_id bigint references agents on delete set null,
  is_active boolean not null default true,
  is_default_caller_id boolean not null default false,
  extra_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  account_fingerprint bytea,
  -- verified: a caller id only, its owner has proved that it is theirs
  ownership text not null default 'account' check (ownership in ('account', 'verified')),
  managed boolean not null default false,
  carrier_number_id text,
  rented_at timestamptz,
  release_requested_at timestamptz,
  released_at timestamptz
);
create index phone_numbers_address on phone_numbers (address_normalized) where address_type = 'pstn';
create index phone_numbers_inbound_agent on phone_numbers (inbound_agent_id) where inbound_agent_id is not null;
create index phone_numbers_verified on phone_numbers (organization_id, address_normalized) where ownership = 'verified';
create unique index phone_numbers_account_address on phone_numbers (account_fingerprint, address_normalized) where (account_fingerprint is not null) and (released_at is null) and (ownership = 'account');
create unique index phone_numbers_configuration_address on phone_numbers (telephony_configuration_id, address_normalized) where released_at is null;
create unique index phone_numbers_default on phone_numbers (telephony_configuration_id) where is_default_caller_id;

create table number_rentals (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- what the carrier keeps of a rental, where it keeps such a text
  uuid uuid not null unique,
  telephony_configuration_id bigint not null references telephony_configurations on delete cascade,
  account_fingerprint bytea,
  phone_number text not null,
  inbound_agent_id bigint references agents on delete set null,
  state text not null default 'requested' check (state in ('requested', 'rented', 'failed')),
  -- set in the transaction before the one request; afterwards the carrier may have heard of it
  carrier_requested_at timestamptz,
  -- of failed rentals: what stood in the way, and a sentence
  failure text check (failure in ('unavailable', 'refused', 'lost')),
  error text,
  phone_number_id bigint references phone_numbers on delete set null,
  actor text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index number_rentals_agent on number_rentals (inbound_agent_id) where inbound_agent_id is not null;
create index number_rentals_organization on number_rentals (organization_id, id desc);
create index number_rentals_phone_number on number_rentals (phone_number_id) where phone_number_id is not null;
-- Whichever organization asks: two would pay for one number.
create unique index number_rentals_account on number_rentals (account_fingerprint, phone_number) where (state = 'requested') and (account_fingerprint is not null);
create unique index number_rentals_requested on number_rentals (telephony_configuration_id, phone_number) where state = 'requested';

create table verified_numbers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  method text not null check (method in ('call', 'carrier')),
  -- the account whose carrier was proved to; null: proved to us
  telephony_configuration_id bigint references telephony_configurations on delete cascade,
  verified_at timestamptz not null default now(),
  unique nulls not distinct (organization_id, phone_number, telephony_configuration_id)
);
create index verified_numbers_account on verified_numbers (telephony_configuration_id) where telephony_configuration_id is not null;
`;

const FUNCTIONS = `
-- Calls to a number that was given back, or is only verified, are not ours.
create function platform_inbound_candidates(asked_provider text, asked_number text, fingerprint bytea)
returns table(organization_id bigint, telephony_configuration_id bigint, phone_number_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.organization_id, c.id, n.id
  from phone_numbers n join telephony_configurations c on c.id = n.telephony_configuration_id
  where n.address_normalized = asked_number and n.address_type = 'pstn' and c.provider = asked_provider
    and n.released_at is null and n.ownership = 'account'
  union all
  (select distinct c.organization_id, c.id, null::bigint
   from phone_numbers n join telephony_configurations c on c.id = n.telephony_configuration_id
   where n.account_fingerprint = fingerprint and c.provider = asked_provider
   limit 5)
  limit 50
$$;
`;
