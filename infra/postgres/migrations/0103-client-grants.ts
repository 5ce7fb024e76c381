import { type Kysely, sql } from "kysely";
import { isolateRows } from "./isolate-rows.ts";

/** Programs that people let in by signing in (OAuth): each has a key, whose token is another one every hour. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
  await isolateRows(db, ["client_grants"]);
  await sql`drop function auth_api_key(bytea)`.execute(db);
  await sql.raw(FUNCTIONS).execute(db);
};

const TABLES = `
alter table api_keys
  -- the program; null: a key
  add column client_name text,
  -- the most that it may do; null: what its maker may
  add column role text check (role in ('viewer', 'operator', 'admin')),
  add column token_expires_at timestamptz;

create table client_grants (
  api_key_id bigint primary key references api_keys on delete cascade,
  organization_id bigint not null references organizations on delete cascade,
  -- hashes: of the client's id, of the code, of what all refresh tokens of the grant begin with, of the one that is good
  client_hash bytea not null,
  code_hash bytea not null unique,
  family_hash bytea unique,
  refresh_hash bytea,
  redirect_uri text not null,
  code_challenge text not null,
  code_expires_at timestamptz not null,
  code_used_at timestamptz
);
`;

const FUNCTIONS = `
create function auth_api_key(hash bytea)
returns table(api_key_id bigint, organization_id bigint, user_id bigint, role text, environment text,
  last_used_at timestamptz, expires_at timestamptz, scopes text[], is_client boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.organization_id, k.created_by,
    case when k.role = 'viewer' or (k.role = 'operator' and m.role <> 'viewer') or (k.role = 'admin' and m.role = 'owner')
      then k.role else m.role end,
    k.environment, k.last_used_at, k.expires_at, k.scopes, k.client_name is not null
  from api_keys k
  join memberships m on m.user_id = k.created_by and m.organization_id = k.organization_id
  where k.key_hash = hash and k.archived_at is null and (k.expires_at is null or k.expires_at > now())
    and (k.client_name is null or k.token_expires_at > now())
$$;

-- A client knows no organization: what it sends tells it. One of the two is null.
create function auth_client_grant(code bytea, family bytea)
returns table(api_key_id bigint, organization_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select g.api_key_id, g.organization_id from client_grants g where g.code_hash = code
  union all
  select g.api_key_id, g.organization_id from client_grants g where g.family_hash = family
$$;
`;
