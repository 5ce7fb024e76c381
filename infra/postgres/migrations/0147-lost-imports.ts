import { type Kysely, sql } from "kysely";

/** Which imports of contacts are not over: maintenance finds those that have no workflow. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(UNFINISHED).execute(db);
};

/** The file of a campaign that has not begun waits for it, in a hidden list. */
const UNFINISHED = `
create function platform_unfinished_imports(older_than interval, after_id bigint, at_most integer)
returns table (organization_id bigint, id bigint, contact_list_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.organization_id, i.id, i.contact_list_id, i.object_key from contact_imports i
  where i.status in ('pending', 'processing') and i.created_at < now() - older_than and i.id > after_id
    and (i.status = 'processing' or exists (
      select from contact_lists l where l.id = i.contact_list_id and not l.is_hidden
    ))
  order by i.id limit at_most
$$;
`;
