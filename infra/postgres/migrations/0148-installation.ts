import { type Kysely, sql } from "kysely";

/** What an operator asks of the whole installation, measured together at most every so often and kept for whoever reads it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
};

const STATEMENTS = [
  `
-- Of the installation, and of no organization. Counts alone: nothing in it names an organization or a person.
create table installation_facts (
  name text primary key check (name in ('figures', 'backup')),
  known_at timestamptz not null,
  facts jsonb not null
)`,
  "revoke insert, update, delete on installation_facts from ringdown_app",
  `
-- One process measures, whichever comes first; all get what is known. Every count goes by an index of what is open, or over a table
-- that has a row for each campaign, document or organization, never over calls that are over.
create function platform_installation_facts(every interval, most_run_days integer, most_row_bytes bigint)
returns setof installation_facts
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_try_advisory_xact_lock(hashtext('platform_installation_facts'))
    and not exists (select from installation_facts f where f.name = 'figures' and f.known_at > now() - every)
  then
    insert into installation_facts (name, known_at, facts) values ('figures', now(), jsonb_build_object(
      'campaigns', (select coalesce(jsonb_object_agg(state, n), '{}') from (
        select c.state, count(*) as n from campaigns c where c.deleted_at is null group by c.state) s),
      'campaigns_waiting_for_budget', (select count(*) from campaigns c where c.state = 'running' and c.budget_wait is not null),
      'contacts', (select jsonb_build_object(
          'never_called', coalesce(sum(f.total - f.suppressed - f.finished - f.in_flight - f.waiting_retry), 0),
          'in_flight', coalesce(sum(f.in_flight), 0), 'waiting_retry', coalesce(sum(f.waiting_retry), 0))
        from campaigns c join campaign_figures f on f.campaign_id = c.id where c.state = 'running' and c.deleted_at is null),
      'calls', (select coalesce(jsonb_object_agg(state, n), '{}') from (
        select r.state, count(*) as n from call_runs r where r.ended_at is null group by r.state) s),
      -- handed to a carrier that has told nothing since
      'callbacks_late', (select count(*) from call_runs r
        where r.ended_at is null and r.state in ('dialing', 'ringing') and r.carrier_requested_at < now() - interval '3 minutes'
          and not exists (select from carrier_events e where e.run_id = r.id and e.received_at > now() - interval '3 minutes')),
      'calls_silent', (select count(*) from platform_quiet_calls('1 minute', '5 minutes', '1 day')),
      'webhooks', (select jsonb_build_object('waiting', count(*), 'oldest_seconds', coalesce(extract(epoch from now() - min(w.created_at)), 0))
        from (select d.created_at from webhook_endpoints e cross join lateral (
          select p.created_at from webhook_deliveries p where p.endpoint_id = e.id and p.state = 'pending' order by p.id limit 1000
        ) d) w),
      'documents', (select coalesce(jsonb_object_agg(state, n), '{}') from (
        select d.state, count(*) as n from documents d where d.deleted_at is null group by d.state) s),
      'unsealed_seconds', (
        with recursive organization as (
          (select e.organization_id, e.at from unsealed_entries e order by e.organization_id, e.id limit 1)
          union all
          select n.organization_id, n.at from organization o cross join lateral (
            select e.organization_id, e.at from unsealed_entries e where e.organization_id > o.organization_id
            order by e.organization_id, e.id limit 1
          ) n
        ) select coalesce(extract(epoch from now() - min(o.at)), 0) from organization o),
      'records_refused', (select count(*) from record_trees t where t.refusal is not null),
      'archive_lag_seconds', (select coalesce(greatest(0, max(
          extract(epoch from date_trunc('day', now(), 'UTC') - make_interval(days => least(o.keep_runs_days, most_run_days)) - oldest.at))), 0)
        from organizations o cross join lateral (
          select date_trunc('day', r.created_at, 'UTC') as at from call_runs r where r.organization_id = o.id
          order by r.created_at nulls first limit 1
        ) oldest where least(o.keep_runs_days, most_run_days) is not null),
      'rows_fullest', (select coalesce(max(o.bytes), 0)::double precision / most_row_bytes from organization_rows o),
      'rows_nearly_full', (select count(*) from organization_rows o where o.bytes > 0.9 * most_row_bytes),
      'keys_expiring', (select count(*) from api_keys k
        where k.archived_at is null and k.expires_at between now() and now() + interval '7 days')
    ))
    on conflict (name) do update set known_at = excluded.known_at, facts = excluded.facts;
  end if;
  return query select f.* from installation_facts f;
end $$`,
];
