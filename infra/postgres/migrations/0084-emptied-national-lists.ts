import { type Kysely, sql } from "kysely";

/** When the numbers of a national list that binds no more were removed: until then maintenance sees to it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [COLUMN, EMPTY_ALREADY, UNFINISHED]) await sql.raw(part).execute(db);
};

const COLUMN = `
alter table national_lists add column emptied_at timestamptz;
create index national_lists_unfinished on national_lists (id) where state <> 'in_force' and emptied_at is null;
`;

const EMPTY_ALREADY = `
update national_lists list set emptied_at = now()
where list.state in ('replaced','removed','failed')
  and not exists (select from national_numbers number where number.national_list_id = list.id);
`;

const UNFINISHED = `
create function platform_unfinished_national_lists(older_than interval, after_id bigint, at_most integer)
returns table (organization_id bigint, id bigint, source text, state text)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.id, l.source, l.state from national_lists l
  where l.state <> 'in_force' and l.emptied_at is null and l.created_at < now() - older_than and l.id > after_id
  order by l.id limit at_most
$$;
`;
