import { type Kysely, sql } from "kysely";

/**
 * Calls that come in: the account that a called number belongs to is looked up across tenants, one call makes one run,
 * and what nobody answered is kept, with the call back that followed.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [RUNS, MISSED_CALLS, CALLED_BACK, CANDIDATES]) await sql.raw(part).execute(db);
};

const RUNS = `
alter table call_runs add column holds_conversation boolean not null default false;
create unique index call_runs_inbound on call_runs (telephony_configuration_id, carrier_call_id)
  where direction = 'inbound' and carrier_call_id is not null;
`;

const MISSED_CALLS = `
create table missed_calls (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  carrier_call_id text not null,
  -- as fine as cursors can say
  at timestamptz(3) not null default now(),
  -- null: withheld
  caller_number text,
  called_number text not null,
  reason text not null
    check (reason in ('unknown_number','inactive_number','no_agent','out_of_concurrency','caller_hung_up','unavailable')),
  -- the run, where the call had one
  run_id bigint references call_runs on delete set null,
  called_back_run_id bigint references call_runs on delete set null,
  called_back_at timestamptz,
  unique (telephony_configuration_id, carrier_call_id)
);
create index missed_calls_page on missed_calls (organization_id, at desc, id desc);
create index missed_calls_not_called_back on missed_calls (organization_id, caller_number)
  where called_back_run_id is null and caller_number is not null;
create index missed_calls_called_back on missed_calls (called_back_run_id) where called_back_run_id is not null;
create index missed_calls_run on missed_calls (run_id) where run_id is not null;

alter table missed_calls enable row level security;
create policy tenant on missed_calls to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

// In the database, so that a campaign's calls pay one look into a small index and no statement of their own.
const CALLED_BACK = `
create function link_call_back() returns trigger
language plpgsql as $$
begin
  update missed_calls set called_back_run_id = new.id, called_back_at = now()
  where organization_id = new.organization_id and caller_number = new.called_number and called_back_run_id is null;
  return null;
end
$$;
create trigger link_call_back after update on call_runs for each row when (
  new.direction = 'outbound' and old.carrier_accepted_at is null and new.carrier_accepted_at is not null
) execute function link_call_back();
`;

// Who is called is known before whose account it is: the account's own secret must prove the call afterwards. A number
// that is on no account leads to accounts that have the same name at the carrier, so that its refusal can be kept.
const CANDIDATES = `
create function platform_inbound_candidates(asked_provider text, asked_number text, fingerprint bytea)
returns table (organization_id bigint, telephony_configuration_id bigint, phone_number_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.organization_id, c.id, n.id
  from phone_numbers n join telephony_configurations c on c.id = n.telephony_configuration_id
  where n.address_normalized = asked_number and n.address_type = 'pstn' and c.provider = asked_provider
  union all
  (select distinct c.organization_id, c.id, null::bigint
   from phone_numbers n join telephony_configurations c on c.id = n.telephony_configuration_id
   where n.account_fingerprint = fingerprint and c.provider = asked_provider
   limit 5)
  limit 50
$$;
create index phone_numbers_address on phone_numbers (address_normalized) where address_type = 'pstn';
`;
