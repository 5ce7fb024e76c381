import { type Kysely, sql } from "kysely";

/** A campaign runs the import of its file itself: maintenance would begin it beside the campaign, which then finds it taken. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(UNFINISHED).execute(db);
};

/** The file of a campaign lies in a hidden list. One that nobody has begun when its campaign ends stays as it is. */
const UNFINISHED = `
create or replace function platform_unfinished_imports(older_than interval, after_id bigint, at_most integer)
returns table (organization_id bigint, id bigint, contact_list_id bigint, object_key text)
language sql stable security definer set search_path = public, pg_temp as $$
  select i.organization_id, i.id, i.contact_list_id, i.object_key from contact_imports i
  where i.status in ('pending', 'processing') and i.created_at < now() - older_than and i.id > after_id
    and case when exists (select from contact_lists l where l.id = i.contact_list_id and l.is_hidden)
      then i.status = 'processing' and not exists (
        select from campaigns c where c.contact_list_id = i.contact_list_id and c.state not in ('completed', 'canceled')
      )
      else true end
  order by i.id limit at_most
$$;
`;
