import { type Kysely, sql } from "kysely";

/** Which lists were made with an import that failed: nobody is in them, and nobody has asked for one without the other. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(UNFILLED).execute(db);
};

const UNFILLED = `
alter table contact_lists add column awaits_import boolean not null default false;
create index contact_lists_unfilled on contact_lists (id) where awaits_import;

create function platform_unfilled_lists(older_than timestamptz, at_most integer, behind integer)
returns table (organization_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.id from contact_lists l
  where l.awaits_import and l.contact_count = 0 and not exists (
    select from contact_imports i
    where i.contact_list_id = l.id and (i.status <> 'failed' or i.completed_at >= older_than)
  ) and not exists (select from campaigns c where c.contact_list_id = l.id)
  order by l.id limit at_most offset behind
$$;
`;
