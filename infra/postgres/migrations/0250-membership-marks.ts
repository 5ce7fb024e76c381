import { type Kysely, sql } from "kysely";

/** A link that sets a password is bound to the memberships that its person had when it was made. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(MARK).execute(db);
};

const MARK = `
create function auth_membership_mark(person bigint) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select encode(sha256(convert_to(coalesce(
    string_agg(m.organization_id || ' ' || m.role || ' ' || extract(epoch from m.created_at), E'\\n' order by m.organization_id), ''
  ), 'UTF8')), 'hex')
  from memberships m where m.user_id = person
$$;
`;
