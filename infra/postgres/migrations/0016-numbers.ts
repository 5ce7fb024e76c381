import { type Kysely, sql } from "kysely";

/**
 * Numbers that are rented through the platform and given back, and numbers that their owner has verified by a code. A
 * number that was given back keeps its row and may be connected again in another one.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [PHONE_NUMBERS, INBOUND, RENTALS, VERIFICATIONS, TENANTS, HIDDEN_AGENTS])
    await sql.raw(part).execute(db);
};

const PHONE_NUMBERS = `
alter table phone_numbers
  -- verified: a caller id only, its owner has proved that it is theirs
  add column ownership text not null default 'account' check (ownership in ('account','verified')),
  add column managed boolean not null default false,
  add column carrier_number_id text,
  add column rented_at timestamptz,
  add column release_requested_at timestamptz,
  add column released_at timestamptz;

alter table phone_numbers drop constraint phone_numbers_telephony_configuration_id_address_normalized_key;
create unique index phone_numbers_configuration_address on phone_numbers (telephony_configuration_id, address_normalized)
  where released_at is null;
drop index phone_numbers_account_address;
create unique index phone_numbers_account_address on phone_numbers (account_fingerprint, address_normalized)
  where account_fingerprint is not null and released_at is null and ownership = 'account';
create index phone_numbers_verified on phone_numbers (organization_id, address_normalized) where ownership = 'verified';
`;

// Calls to a number that was given back, or is only verified, are not ours.
const INBOUND = `
create or replace function platform_inbound_candidates(asked_provider text, asked_number text, fingerprint bytea)
returns table (organization_id bigint, telephony_configuration_id bigint, phone_number_id bigint)
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

const RENTALS = `
create table number_rentals (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- what the carrier keeps of a rental, where it keeps such a text
  uuid uuid not null unique,
  telephony_configuration_id bigint not null references telephony_configurations on delete cascade,
  account_fingerprint bytea,
  phone_number text not null,
  inbound_agent_id bigint references agents on delete set null,
  state text not null default 'requested' check (state in ('requested','rented','failed')),
  -- set in the transaction before the one request; afterwards the carrier may have heard of it
  carrier_requested_at timestamptz,
  -- of failed rentals: what stood in the way, and a sentence
  failure text check (failure in ('unavailable','refused','lost')),
  error text,
  phone_number_id bigint references phone_numbers on delete set null,
  actor text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index number_rentals_requested on number_rentals (telephony_configuration_id, phone_number)
  where state = 'requested';
-- Whichever organization asks: two would pay for one number.
create unique index number_rentals_account on number_rentals (account_fingerprint, phone_number)
  where state = 'requested' and account_fingerprint is not null;
create index number_rentals_organization on number_rentals (organization_id, id desc);
create index number_rentals_phone_number on number_rentals (phone_number_id) where phone_number_id is not null;
create index number_rentals_agent on number_rentals (inbound_agent_id) where inbound_agent_id is not null;
`;

const VERIFICATIONS = `
create table number_verifications (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  -- call: ours, which reads a code; carrier: the carrier's own
  method text not null check (method in ('call','carrier')),
  telephony_configuration_id bigint not null references telephony_configurations on delete cascade,
  -- the call that reads the code
  run_uuid uuid unique,
  state text not null default 'pending' check (state in ('pending','verified','failed','expired','replaced')),
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
create unique index number_verifications_pending on number_verifications (organization_id, phone_number)
  where state = 'pending';
create index number_verifications_number on number_verifications (organization_id, phone_number, id desc);
create index number_verifications_account on number_verifications (telephony_configuration_id);

create table verified_numbers (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  phone_number text not null,
  method text not null check (method in ('call','carrier')),
  -- the account whose carrier was proved to; null: proved to us
  telephony_configuration_id bigint references telephony_configurations on delete cascade,
  verified_at timestamptz not null default now(),
  unique nulls not distinct (organization_id, phone_number, telephony_configuration_id)
);
create index verified_numbers_account on verified_numbers (telephony_configuration_id)
  where telephony_configuration_id is not null;
`;

const TENANTS = `
do $$ declare t text; begin
  foreach t in array array['number_rentals','number_verifications','verified_numbers'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to ringdown_app
      using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', t);
  end loop;
end $$;
`;

// Every run has an agent; that of verification calls is the platform's own and in nobody's list.
const HIDDEN_AGENTS = `
alter table agents add column is_hidden boolean not null default false;
create unique index agents_hidden on agents (organization_id) where is_hidden;
`;
