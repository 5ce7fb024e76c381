import { type Kysely, sql } from "kysely";

/** What was made with a sandbox key, and binds calls of the sandbox alone: everything until now was made in production. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ["contact_lists", "agents", "tools", "credentials", "do_not_call", "consents", "consent_changes"])
    await sql.raw(addEnvironment(table)).execute(db);
  for (const table of ["do_not_call", "consents"]) await sql.raw(replaceKey(table)).execute(db);
};

const addEnvironment = (table: string) => `
alter table ${table} add column environment text not null default 'production'
  check (environment in ('production','sandbox'))`;

/** A number may have an entry of each environment. */
const replaceKey = (table: string) => `
alter table ${table} drop constraint ${table}_pkey, add primary key (organization_id, phone_number, environment)`;
