import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../infra/postgres/tables.ts";

/** Says everything that a schema holds: columns, constraints, indexes, policies, functions, triggers, and who may use them. */
export const describeSchema = async (db: Kysely<Tables>): Promise<string[]> => {
  const { rows } = await sql<{ says: string }>`
    select format('column %s.%s %s %s default %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' else '' end, pg_get_expr(d.adbin, d.adrelid), a.attidentity) as says
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    union all
    select format('table %s %s %s %s', relname, relrowsecurity, reloptions, relacl) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
    union all
    select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all
    select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace
    union all
    select format('policy %s on %s for %s to %s using %s check %s', policyname, tablename, cmd, roles, qual, with_check)
      from pg_policies where schemaname = 'public'
    union all
    select pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
  `.execute(db);
  return rows.map(({ says }) => says).toSorted();
};
