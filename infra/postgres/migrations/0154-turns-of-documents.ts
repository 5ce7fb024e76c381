import { type Kysely, sql } from "kysely";

/** A long document gives its place back while those of other organizations wait. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(OTHERS_WAIT).execute(db);
};

const OTHERS_WAIT = `
create function platform_documents_of_others_wait(own bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from documents d where d.state = 'queued' and d.deleted_at is null and d.organization_id <> own
  )
$$;
`;
