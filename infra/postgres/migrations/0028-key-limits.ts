import { type Kysely, sql } from "kysely";

/** How an API key is narrower than its maker's role (null: not in this way). An expired key is refused as an archived one is. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table api_keys add column expires_at timestamptz,
      add column scopes text[] check (cardinality(scopes) > 0)`.execute(db);
  await sql`drop function auth_api_key(bytea)`.execute(db);
  await sql.raw(FUNCTIONS).execute(db);
};

const FUNCTIONS = `
create function auth_api_key(hash bytea)
returns table(api_key_id bigint, organization_id bigint, user_id bigint, role text, environment text,
  last_used_at timestamptz, expires_at timestamptz, scopes text[])
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.organization_id, k.created_by, m.role, k.environment, k.last_used_at, k.expires_at, k.scopes
  from api_keys k
  join memberships m on m.user_id = k.created_by and m.organization_id = k.organization_id
  where k.key_hash = hash and k.archived_at is null and (k.expires_at is null or k.expires_at > now())
$$;

create function auth_expired_api_key(hash bytea)
returns table(api_key_id bigint, expires_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.expires_at from api_keys k
  join memberships m on m.user_id = k.created_by and m.organization_id = k.organization_id
  where k.key_hash = hash and k.archived_at is null and k.expires_at <= now()
$$;
`;
