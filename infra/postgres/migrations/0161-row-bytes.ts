import { type Kysely, sql } from "kysely";

/** How much the rows of each organization hold, measured by samples: an organization that exceeds its limit adds no more. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [TABLE, POLICY, MEASURE]) await sql.raw(part).execute(db);
};

const TABLE = `
create table organization_rows (
  organization_id bigint primary key references organizations on delete cascade,
  bytes bigint not null,
  measured_at timestamptz not null
);
create index organization_rows_measured on organization_rows (measured_at);
`;

const POLICY = `
alter table organization_rows enable row level security;
create policy tenant on organization_rows to ringdown_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

/**
 * Measures all tables that have organizations: the columns of their rows as stored, with 28 bytes for each row itself, without
 * indexes. Of a table with more pages than `sampled_pages`, so many are read, and count for all. Does nothing while another
 * measurement runs, or where the last one is younger than `every`. Returns how many organizations were measured.
 */
const MEASURE = `
create function platform_measure_rows(every interval, sampled_pages integer) returns integer
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  samples text;
  measured integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('platform_measure_rows')) then return 0; end if;
  if exists (select from organization_rows where measured_at > now() - every) then return 0; end if;
  select string_agg(format(
    'select organization_id, sum(28 + %s) * %s as bytes from %I tablesample system (%s) group by organization_id',
    of_row, 100 / percent, name, percent
  ), ' union all ') into samples
  from (
    select c.relname as name,
      (select string_agg(
          case when a.attlen > 0 then a.attlen::text else format('coalesce(pg_column_size(%I), 0)', a.attname) end, ' + '
        ) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as of_row,
      least(100, 100.0 * sampled_pages
        / greatest(pg_relation_size(c.oid) / current_setting('block_size')::integer, 1)) as percent
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and exists (
      select from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    )
  ) as tables;
  execute 'insert into organization_rows (organization_id, bytes, measured_at)
    select o.id, coalesce(sum(s.bytes), 0)::bigint, now()
    from organizations o left join (' || samples || ') s on s.organization_id = o.id
    group by o.id
    on conflict (organization_id) do update set bytes = excluded.bytes, measured_at = excluded.measured_at';
  get diagnostics measured = row_count;
  return measured;
end $$;
`;
