import { sql } from "kysely";
import type { Logger } from "../logger.ts";
import type { Database } from "./database.ts";

/** Names the login of this session where it may do more than the application needs. */
export const POWERFUL_LOGIN = `
  select rolname as login from pg_roles where rolname = session_user and (
    rolsuper or rolbypassrls or rolcreaterole
    or exists (select from pg_class where relnamespace = 'public'::regnamespace and relowner = pg_roles.oid)
  )`;

/**
 * Warns when the login of DATABASE_URL may do more than the application needs: an attacker who can run a statement
 * could leave the application's role, and with it the policies of the organizations.
 */
export const warnOfPowerfulLogin = async (
  { withoutOrganization }: Pick<Database, "withoutOrganization">,
  logger: Pick<Logger, "warn">,
): Promise<void> => {
  const { rows } = await sql.raw<{ login: string }>(POWERFUL_LOGIN).execute(withoutOrganization);
  for (const { login } of rows)
    logger.warn(
      { login },
      "the login of DATABASE_URL is a superuser, makes roles or owns tables: name it in DATABASE_MIGRATIONS_URL, " +
        "name another one in DATABASE_URL, and run infra/postgres/migrate.ts, which makes that one",
    );
};
