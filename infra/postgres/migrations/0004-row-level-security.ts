import { type Kysely, sql } from "kysely";

/**
 * Every table with an organization answers only for the organization that the transaction names
 * (`app.organization_id`); without one it answers nothing. The application's role is not the owner of the tables
 * and not superuser, so no statement of its own, written by hand or not, gets around it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(ROLE).execute(db);
  await sql.raw(PROTECT_TABLES).execute(db);
  await sql.raw(PEOPLE).execute(db);
};

// Roles belong to the whole server, databases come and go: creating it must bear company.
const ROLE = `
do $$ begin
  perform pg_advisory_xact_lock(7261001);
  if not exists (select from pg_roles where rolname = 'ringdown_app') then
    create role ringdown_app nologin nosuperuser nobypassrls;
  end if;
  execute format('grant ringdown_app to %I', current_user);
end $$;
grant usage on schema public to ringdown_app;
grant select, insert, update, delete on all tables in schema public to ringdown_app;
grant usage on all sequences in schema public to ringdown_app;
alter default privileges in schema public grant select, insert, update, delete on tables to ringdown_app;
alter default privileges in schema public grant usage on sequences to ringdown_app;
`;

const PROTECT_TABLES = `
do $$ declare t text; begin
  for t in select table_name from information_schema.columns
           where table_schema = 'public' and column_name = 'organization_id'
  loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I to ringdown_app
      using (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)
      with check (organization_id = nullif(current_setting(''app.organization_id'', true), '''')::bigint)', t);
  end loop;
end $$;
alter table organizations enable row level security;
create policy tenant on organizations to ringdown_app
  using (id = nullif(current_setting('app.organization_id', true), '')::bigint);
`;

// A person may be in several organizations: one sees the people of the organization it works in.
const PEOPLE = `
alter table users enable row level security;
create policy tenant on users for select to ringdown_app
  using (exists (select from memberships m where m.user_id = users.id));
`;
