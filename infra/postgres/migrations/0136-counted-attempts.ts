import { type Kysely, sql } from "kysely";

/** Attempts of removed runs are kept for as long as a rule of the organization's packs may count them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table removed_attempts add column answered boolean not null default false`.execute(db);
  await sql.raw(FUNCTION).execute(db);
};

const FUNCTION = `
create or replace function platform_forget_removed_attempts(at_most integer)
returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with old as (
    select a.id from removed_attempts a join organizations o on o.id = a.organization_id
    where a.at < now() - interval '25 hours'
      and (a.at < now() - interval '31 days' or (o.rule_packs is null and o.own_rules is null))
    order by a.at limit at_most for update of a skip locked
  ), gone as (delete from removed_attempts where id in (select id from old) returning 1)
  select count(*) from gone
$$;
`;
