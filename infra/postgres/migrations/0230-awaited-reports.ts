import { type Kysely, sql } from "kysely";

/** Whatever carriers have yet to report of ended calls: prices and recordings, gathered for each account at a time. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLE, POLICY, ACCOUNTS]) await sql.raw(part).execute(db);
};

const TABLE = `
create table awaited_reports (
  run_id bigint not null references call_runs on delete cascade,
  kind text not null check (kind in ('price', 'recording')),
  organization_id bigint not null references organizations on delete cascade,
  telephony_configuration_id bigint references telephony_configurations on delete set null,
  due_at timestamptz not null,
  asked integer not null default 0,
  failures integer not null default 0,
  last_error text,
  primary key (run_id, kind)
);
create index awaited_reports_due
  on awaited_reports (organization_id, (coalesce(telephony_configuration_id, 0)), kind, due_at);
`;

const POLICY = `
alter table awaited_reports enable row level security;
create policy tenant on awaited_reports to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

/**
 * Lists the accounts with reports that are due. It goes from account to account by the index, however many calls wait.
 */
const ACCOUNTS = `
create function platform_accounts_with_due_reports()
returns table (organization_id bigint, telephony_configuration_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive accounts as (
    (select r.organization_id, coalesce(r.telephony_configuration_id, 0) as account from awaited_reports r
      order by r.organization_id, coalesce(r.telephony_configuration_id, 0) limit 1)
    union all
    select next.organization_id, next.account from accounts a cross join lateral (
      select r.organization_id, coalesce(r.telephony_configuration_id, 0) as account from awaited_reports r
      where (r.organization_id, coalesce(r.telephony_configuration_id, 0)) > (a.organization_id, a.account)
      order by r.organization_id, coalesce(r.telephony_configuration_id, 0) limit 1
    ) next
  )
  select a.organization_id, nullif(a.account, 0) from accounts a
  where exists (
    select from (values ('price'), ('recording')) kinds (kind)
    join awaited_reports r on r.organization_id = a.organization_id
      and coalesce(r.telephony_configuration_id, 0) = a.account and r.kind = kinds.kind
      and r.due_at <= clock_timestamp()
  )
$$;
`;
