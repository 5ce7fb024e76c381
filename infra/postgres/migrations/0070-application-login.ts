import { type Kysely, sql } from "kysely";

/**
 * The application runs functions because they are granted to it, not because anybody may run them, and it does not
 * touch the record of the migrations. What later migrations make gets the same privileges.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(FUNCTIONS).execute(db);
  await sql.raw(MIGRATION_TABLES).execute(db);
};

// The default that everybody may run a function belongs to the whole database: within a schema it cannot be revoked.
const FUNCTIONS = `
revoke execute on all functions in schema public from public;
alter default privileges revoke execute on functions from public;
grant execute on all functions in schema public to ringdown_app;
alter default privileges in schema public grant execute on functions to ringdown_app;
revoke create on schema public from public;
`;

const MIGRATION_TABLES = `
revoke all on kysely_migration, kysely_migration_lock from ringdown_app;
`;
