import { type Kysely, sql } from "kysely";

/**
 * An address that is taken is refused without PostgreSQL's own sentence, because it holds the address and the server logs
 * it. The constraint's name stays, by which callers know the refusal.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [PERSON, SIGN_UP]) await sql.raw(part).execute(db);
};

const REFUSE = `
  raise unique_violation using message = 'the address has an account', constraint = 'users_email';`;

const PERSON = `
create or replace function auth_make_person(address text, person text, hash text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare new_user bigint;
begin
  insert into users (email, name, password_hash) values (address, person, hash)
  on conflict do nothing returning id into new_user;
  if new_user is not null then return new_user; end if;${REFUSE}
end
$$;
`;

const SIGN_UP = `
create or replace function auth_signup(address text, person text, hash text, organization text)
returns table (user_id bigint, organization_id bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare new_user bigint; new_organization bigint;
begin
  new_user := auth_make_person(address, person, hash);
  insert into organizations (name) values (organization) returning id into new_organization;
  insert into memberships (organization_id, user_id, role) values (new_organization, new_user, 'owner');
  return query select new_user, new_organization;
end
$$;
`;
