import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/**
 * Acts lie in a partition for each month, which goes as a whole when its time is over. The partitions have a schema of their own, in
 * which the application's role may do nothing: what it adds and reads goes through `acts`.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(BEFORE).execute(db);
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["acts"]);
  await sql.raw(FUNCTIONS).execute(db);
  await sql.raw(MOVE).execute(db);
};

const BEFORE = `
alter table acts rename to acts_before;
alter table acts_before rename constraint acts_pkey to acts_before_pkey;
alter table acts_before rename constraint acts_organization_id_fkey to acts_before_organization_id_fkey;
drop index acts_uuid, acts_organization, acts_person, acts_kind, acts_at;
drop trigger queue_act_webhooks on acts_before;
create schema acts_by_month;
`;

const TABLES = `
create table acts (
  id bigint generated always as identity,
  organization_id bigint not null references organizations on delete cascade,
  -- of the request: its act is noted once
  uuid uuid not null,
  at timestamp(3) with time zone not null default clock_timestamp(),
  kind text not null,
  actor text not null,
  -- the person behind the actor; no reference, because an act outlives its person's account
  user_id bigint,
  operation text,
  -- ids of the path
  subject jsonb not null default '{}',
  address text,
  user_agent text,
  constraint acts_kind_check check (kind in ('logged_in', 'log_in_failed', 'logged_out', 'password_changed',
    'second_factor_changed', 'key_made', 'key_used_from_new_network', 'looked_at_person', 'looked_at_original', 'downloaded',
    'exported', 'secret_read', 'called_over_mcp', 'changed'))
) partition by range (at);
create index acts_id on acts (id);
create index acts_uuid on acts (organization_id, uuid);
create index acts_organization on acts (organization_id, id);
create index acts_person on acts (organization_id, user_id, id);
create index acts_kind on acts (organization_id, kind, id);
-- No act is refused because nobody has made its month yet.
create table acts_by_month.acts_other partition of acts default;
create unique index acts_other_once on acts_by_month.acts_other (organization_id, uuid);
revoke update, delete, truncate on acts from ringdown_app;
create trigger queue_act_webhooks after insert on acts for each row execute function queue_act_webhooks();
`;

const FUNCTIONS = `
-- Makes the partition of a month, with what came before it was there.
create function make_month_of_acts(month date)
returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  name text := 'acts_' || to_char(month, 'YYYY_MM');
  begins timestamptz := month::timestamp at time zone 'UTC';
  ends timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
begin
  if to_regclass('acts_by_month.' || name) is not null then return; end if;
  execute format('create table acts_by_month.%I (like acts including defaults including constraints)', name);
  execute format('with early as (delete from acts_by_month.acts_other where at >= %L and at < %L returning *)
    insert into acts_by_month.%I select * from early', begins, ends, name);
  execute format('create unique index on acts_by_month.%I (organization_id, uuid)', name);
  execute format('alter table acts attach partition acts_by_month.%I for values from (%L) to (%L)', name, begins, ends);
end
$$;

-- Makes the months that begin soon, and drops those whose last act is older than so many days; returns how many it dropped.
create function platform_keep_acts(days integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  month date;
  dropped integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('platform_keep_acts')) then return 0; end if;
  set local lock_timeout = '300ms';
  for month in
    select generate_series(date_trunc('month', now(), 'UTC') at time zone 'UTC', now() at time zone 'UTC' + interval '2 months', '1 month')::date
    union select date_trunc('month', at at time zone 'UTC')::date from acts_by_month.acts_other
  loop
    perform make_month_of_acts(month);
  end loop;
  for month in
    select to_date(substr(c.relname, 6), 'YYYY_MM') from pg_class c
    where c.relnamespace = 'acts_by_month'::regnamespace and c.relkind = 'r' and c.relname ~ '^acts_[0-9]{4}_[0-9]{2}$'
  loop
    if (month + interval '1 month')::timestamp at time zone 'UTC' <= now() - make_interval(days => days) then
      execute format('drop table acts_by_month.%I', 'acts_' || to_char(month, 'YYYY_MM'));
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
exception
  -- Somebody reads or writes the audit right now: the next round goes on.
  when lock_not_available then return 0;
end
$$;
drop function platform_remove_old_acts(integer, integer);

create or replace function platform_measure_rows(every interval, sampled_pages integer)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  samples text;
  measured integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('platform_measure_rows')) then return 0; end if;
  if exists (select from organization_rows where measured_at > now() - every) then return 0; end if;
  select string_agg(format(
    'select organization_id, %L as name, count(*) * %s as rows, sum(28 + %s) * %s as bytes
     from %I tablesample system (%s) group by organization_id',
    name, 100 / percent, of_row, 100 / percent, name, percent
  ), ' union all ') into samples
  from (
    select c.relname as name,
      (select string_agg(
          case when a.attlen > 0 then a.attlen::text else format('coalesce(pg_column_size(%I), 0)', a.attname) end, ' + '
        ) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as of_row,
      least(100, 100.0 * sampled_pages / greatest(
        case c.relkind when 'r' then pg_relation_size(c.oid)
          else (select sum(pg_relation_size(relid)) from pg_partition_tree(c.oid)) end
        / current_setting('block_size')::integer, 1)) as percent
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'organization_rows' and exists (
      select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    )
  ) as tables;
  execute 'insert into organization_rows (organization_id, bytes, measured_at, measured_tables)
    select o.id, coalesce(sum(s.bytes), 0)::bigint, now(), coalesce(
      jsonb_object_agg(s.name, jsonb_build_object(''rows'', s.rows::bigint, ''bytes'', s.bytes::bigint))
        filter (where s.name is not null), ''{}'')
    from organizations o left join (' || samples || ') s on s.organization_id = o.id
    group by o.id
    on conflict (organization_id) do update set bytes = excluded.bytes, measured_at = excluded.measured_at,
      measured_tables = excluded.measured_tables';
  get diagnostics measured = row_count;
  return measured;
end $$;
`;

const MOVE = `
do $$
declare month date;
begin
  for month in
    select distinct date_trunc('month', at at time zone 'UTC')::date from acts_before
    union select generate_series(date_trunc('month', now(), 'UTC') at time zone 'UTC', now() at time zone 'UTC' + interval '2 months', '1 month')::date
  loop
    perform make_month_of_acts(month);
  end loop;
end
$$;
-- They were sent to webhooks when they were new.
alter table acts disable trigger queue_act_webhooks;
insert into acts (id, organization_id, uuid, at, kind, actor, user_id, operation, subject, address, user_agent)
overriding system value
select id, organization_id, uuid, at, kind, actor, user_id, operation, subject, address, user_agent from acts_before;
alter table acts enable trigger queue_act_webhooks;
select setval(pg_get_serial_sequence('acts', 'id'), greatest((select max(id) from acts_before), 1));
drop table acts_before;
`;
