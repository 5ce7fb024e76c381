import { type Kysely, sql } from "kysely";

const APPLICATION_ROLE = "ringdown_app";

/**
 * Creates the login of the API and the worker where it is missing. It may only take the application's role; it owns
 * nothing and creates nothing. An existing login keeps its attributes; where the migrations may, the values of its statements stay out of
 * the server's log.
 */
export const prepareApplicationLogin = async (
  db: Kysely<unknown>,
  { migrationsUrl, applicationUrl }: { migrationsUrl: string; applicationUrl: string },
): Promise<void> => {
  const { name, password } = readLogin(applicationUrl);
  if (name === readLogin(migrationsUrl).name) return;
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(7261001)`.execute(tx); // The migration that creates the role takes the same lock.
    const found = await sql`select from pg_roles where rolname = ${name}`.execute(tx);
    if (found.rows.length === 0) await sql`create role ${sql.id(name)} ${sql.raw(POWERLESS)}`.execute(tx);
    if (password !== "") await sql`alter role ${sql.id(name)} password ${sql.lit(password)}`.execute(tx);
    await sql`grant ${sql.id(APPLICATION_ROLE)} to ${sql.id(name)}`.execute(tx);
    await keepValuesOutOfLog(tx, name);
  });
};

/**
 * A server that logs statements would log the values too, people's numbers and keys among them. Only a superuser may set it; what an
 * operator has set stays.
 */
const keepValuesOutOfLog = async (tx: Kysely<unknown>, name: string): Promise<void> => {
  const isSet = await sql`
    select from pg_roles, unnest(rolconfig) setting where rolname = ${name} and setting like 'log_parameter_max_length=%'`.execute(
    tx,
  );
  if (isSet.rows.length > 0) return;
  await sql`do ${sql.lit(`begin
    execute format('alter role %I set log_parameter_max_length = 0', '${name.replaceAll("'", "''")}');
  exception when insufficient_privilege then null;
  end`)}`.execute(tx);
};

const POWERLESS = "login nosuperuser nobypassrls nocreatedb nocreaterole noreplication noinherit";

/** Returns the name and password with which an address logs in. */
export const readLogin = (url: string): { name: string; password: string } => {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};
