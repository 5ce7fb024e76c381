import { type Kysely, sql } from "kysely";

/**
 * The role of the API and the worker. It owns no table and is no superuser, so no statement of theirs gets around the
 * policies of the rows, and it runs functions because they are granted to it, not because anybody may run them. All that later
 * migrations create gets the same privileges.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const part of [EXTENSION, ROLE, PRIVILEGES]) await sql.raw(part).execute(db);
};

const EXTENSION = "create extension if not exists pg_trgm;";

// A role belongs to the whole server, where several databases may be migrated at the same time.
const ROLE = `
do $$ begin
  perform pg_advisory_xact_lock(7261001);
  if not exists (select from pg_roles where rolname = 'ringdown_app') then
    create role ringdown_app nologin nosuperuser nobypassrls;
  end if;
  execute format('grant ringdown_app to %I', current_user);
end $$;
`;

// The default that everybody may run a function belongs to the whole database: within a schema it cannot be revoked.
const PRIVILEGES = `
revoke create on schema public from public;
grant usage on schema public to ringdown_app;
alter default privileges in schema public grant select, insert, update, delete on tables to ringdown_app;
alter default privileges in schema public grant usage on sequences to ringdown_app;
revoke execute on all functions in schema public from public;
alter default privileges revoke execute on functions from public;
grant execute on all functions in schema public to ringdown_app;
alter default privileges in schema public grant execute on functions to ringdown_app;
`;
