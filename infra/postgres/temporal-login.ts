import { Client } from "pg";
import { readConfig, requireSettings } from "../config/config.ts";
import { readLogin } from "./application-login.ts";

/**
 * Gives Temporal a login of its own on the server of the platform's database, where Temporal has two databases; `temporalUrl` names
 * the login and the first of them. Missing ones are created, and everything that an earlier login owns in them passes to the new
 * one, which owns nothing else. `adminUrl` names a superuser. Safe to repeat.
 */
export const prepareTemporalLogin = async (adminUrl: string, temporalUrl: string): Promise<void> => {
  const { name, password } = readLogin(temporalUrl);
  const database = new URL(temporalUrl).pathname.slice(1);
  const databases = [database, `${database}_visibility`];
  await asAdmin(adminUrl, async (admin) => {
    const { rowCount } = await admin.query("select from pg_roles where rolname = $1", [name]);
    if (rowCount === 0) await admin.query(`create role ${admin.escapeIdentifier(name)} ${POWERLESS}`);
    await admin.query(`alter role ${admin.escapeIdentifier(name)} password ${admin.escapeLiteral(password)}`);
    for (const each of databases) await ownDatabase(admin, each, name);
  });
  for (const each of databases) await asAdmin(withDatabase(adminUrl, each), (admin) => ownContents(admin, name));
};

const POWERLESS = "login nosuperuser nobypassrls nocreatedb nocreaterole noreplication";

const asAdmin = async (url: string, work: (admin: Client) => Promise<void>): Promise<void> => {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
};

const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
};

const ownDatabase = async (admin: Client, database: string, owner: string): Promise<void> => {
  const { rowCount } = await admin.query("select from pg_database where datname = $1", [database]);
  const [name, login] = [admin.escapeIdentifier(database), admin.escapeIdentifier(owner)];
  if (rowCount === 0) await admin.query(`create database ${name} owner ${login}`);
  else await admin.query(`alter database ${name} owner to ${login}`);
};

/**
 * Gives the owner what others own in a database. `reassign owned` would take the former owner's things in every database, and does
 * not take a superuser's.
 */
const ownContents = async (admin: Client, owner: string): Promise<void> => {
  const { rows } = await admin.query<{ statement: string }>(OWNED_BY_OTHERS, [owner]);
  for (const { statement } of rows) await admin.query(statement);
};

/** Leaves out what belongs to an extension, and sequences of columns, which follow their table. */
const OWNED_BY_OTHERS = `
  select format('alter table %s owner to %I', c.oid::regclass, $1::text) as statement from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and c.relowner <> to_regrole(quote_ident($1::text))
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass
      and d.deptype in ('a', 'i', 'e'))
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proowner <> to_regrole(quote_ident($1::text))
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`;

if (import.meta.main) {
  const { DATABASE_MIGRATIONS_URL, TEMPORAL_DATABASE_URL } = requireSettings(
    readConfig(process.env),
    "DATABASE_MIGRATIONS_URL",
    "TEMPORAL_DATABASE_URL",
  );
  await prepareTemporalLogin(DATABASE_MIGRATIONS_URL, TEMPORAL_DATABASE_URL);
}
