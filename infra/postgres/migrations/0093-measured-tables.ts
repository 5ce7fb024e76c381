import { type Kysely, sql } from "kysely";

/** A measurement of an organization's rows tells table by table what takes the room. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(STATEMENTS).execute(db);
};

const STATEMENTS = `
-- By table: rows and bytes, estimated as the whole is.
alter table organization_rows add column measured_tables jsonb not null default '{}';

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
      least(100, 100.0 * sampled_pages
        / greatest(pg_relation_size(c.oid) / current_setting('block_size')::integer, 1)) as percent
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'organization_rows' and exists (
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
