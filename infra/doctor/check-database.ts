import { Client, DatabaseError } from "pg";
import { type Config, requireSettings } from "../config/config.ts";
import { POWERFUL_LOGIN } from "../postgres/login-powers.ts";
import { migrations } from "../postgres/migrations/migrations.ts";
import { meetSameDatabase } from "../postgres/same-database.ts";
import { judgeClock } from "./clock-gap.ts";
import { type Check, CONNECTS_WITHIN_MS, fault, good, warning } from "./finding.ts";

/** The oldest version that the tests run on. */
const OLDEST_MAJOR = 15;
const MIGRATE = "node infra/postgres/migrate.ts";

/** Looks at PostgreSQL as the API and the worker meet it. */
export const checkDatabase = (config: Config): Check => ({
  part: "database",
  look: () =>
    withClient(requireSettings(config, "DATABASE_URL").DATABASE_URL, async (client) => [
      await judgeServer(client),
      ...(await judgeLogin(client)),
      ...(await judgeExtension(client)),
      await judgeConnections(client, config),
      await judgeServerClock(client),
    ]),
});

const withClient = async <T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    application_name: "ringdown-doctor",
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const judgeServer = async (client: Client) => {
  const { rows } = await client.query<{ version: string; number: number; encrypted: boolean; local: boolean }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
      coalesce(inet_server_addr() <<= any (array['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16',
        'fc00::/7']::inet[]), true) as local`);
  const [server] = rows;
  if (!server) throw new Error("it did not say which version it is");
  if (server.number < OLDEST_MAJOR * 10_000)
    return fault("database_old", { version: server.version, oldest: OLDEST_MAJOR });
  const { version, encrypted, local } = server;
  if (!encrypted && !local) return warning("database_unencrypted", { version });
  return good(encrypted ? "database_encrypted" : "database_private", { version });
};

const judgeLogin = async (client: Client) => {
  const powerful = await client.query<{ login: string }>(POWERFUL_LOGIN);
  const [row] = powerful.rows;
  if (row) return [{ ...warning("login_powerful", { login: row.login }), command: MIGRATE }];
  try {
    await client.query("set role ringdown_app");
    await client.query("reset role");
    return [good("login_modest")];
  } catch {
    return [{ ...fault("login_without_role"), command: MIGRATE }];
  }
};

/** Texts are searched by it. */
const EXTENSION = "pg_trgm";

const judgeExtension = async (client: Client) => {
  const { rows } = await client.query<{ version: string | null }>(
    "select installed_version as version from pg_available_extensions where name = $1",
    [EXTENSION],
  );
  const [extension] = rows;
  const known = { extension: EXTENSION };
  if (!extension) return [{ ...fault("extension_unavailable", known), command: "apt-get install postgresql-contrib" }];
  if (extension.version !== null) return [];
  const command = `psql "$DATABASE_MIGRATIONS_URL" --command "create extension ${EXTENSION}"`;
  return [{ ...fault("extension_missing", known), command }];
};

/** Looks at the schema. Which changes were made is read with the login that makes them, where this machine has it. */
export const checkSchema = (config: Config): Check => ({
  part: "schema",
  look: () =>
    withClient(
      config.DATABASE_MIGRATIONS_URL ?? requireSettings(config, "DATABASE_URL").DATABASE_URL,
      async (client) => [await judgeSchema(client)],
    ),
});

const INSUFFICIENT_PRIVILEGE = "42501";

const readChanges = async (client: Client): Promise<ReadonlySet<string> | null> => {
  try {
    const { rows } = await client.query<{ name: string }>("select name from kysely_migration");
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return null;
    throw error;
  }
};

const judgeSchema = async (client: Client) => {
  const { rows: tables } = await client.query<{ name: string | null }>(
    "select to_regclass('public.kysely_migration') as name",
  );
  if (tables[0]?.name === null) return { ...fault("schema_missing"), command: MIGRATE };
  const ran = await readChanges(client);
  if (ran === null) return good("schema_not_compared");
  const missing = Object.keys(migrations).filter((name) => !ran.has(name));
  const unknown = [...ran].filter((name) => !(name in migrations));
  const [first] = missing;
  if (first !== undefined) return { ...fault("schema_old", { count: missing.length, first }), command: MIGRATE };
  const newest = unknown.at(-1);
  return newest === undefined ? good("schema_current") : warning("schema_newer", { newest });
};

/** How much of what it allows may be in use before a busy hour fails. */
const BUSY_SHARE = 0.8;

const judgeConnections = async (client: Client, config: Config) => {
  const { rows } = await client.query<{ most: number; used: number }>(`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`);
  const { most, used } = rows[0] ?? { most: 0, used: 0 };
  const { DATABASE_POOL_SIZE, DATABASE_CALLBACK_POOL_SIZE, DATABASE_STREAM_POOL_SIZE } = config;
  const needed = DATABASE_POOL_SIZE + DATABASE_CALLBACK_POOL_SIZE + DATABASE_STREAM_POOL_SIZE;
  const counts = { used, most, needed };
  return used > most * BUSY_SHARE || needed > most
    ? warning("connections_scarce", counts)
    : good("connections", counts);
};

const judgeServerClock = async (client: Client) => {
  const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
  return judgeClock(rows[0]?.now ?? new Date(0), { ours: new Date() });
};

/** Looks at the login for migrations, backups and restores; none: only a machine that carries them out has one. */
export const checkMigrationsLogin = (config: Config): Check[] => {
  const { DATABASE_MIGRATIONS_URL: url, DATABASE_URL } = config;
  if (url === undefined) return [];
  return [
    {
      part: "migrations_login",
      look: async () => {
        if (!(await meetSameDatabase(url, DATABASE_URL ?? url))) return [fault("two_databases")];
        return withClient(url, async (client) => [await judgeOwnership(client), await judgeRestore(client)]);
      },
    },
  ];
};

const judgeOwnership = async (client: Client) => {
  const { rows } = await client.query<{ foreign: number }>(`
    select count(*)::int as foreign from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')`);
  const count = rows[0]?.foreign ?? 0;
  return count > 0 ? fault("foreign_tables", { count }) : good("owns_tables");
};

/** The login of the query, quoted as SQL wants it. */
const GRANT_RESTORE = "select format('grant set on parameter session_replication_role to %I', session_user) as command";

const judgeRestore = async (client: Client) => {
  if (await maySetReplicationRole(client)) return good("may_restore");
  const { rows } = await client.query<{ command: string }>(GRANT_RESTORE);
  return { ...warning("may_not_restore"), ...rows[0] };
};

const maySetReplicationRole = async (client: Client): Promise<boolean> => {
  await client.query("begin");
  try {
    await client.query("set local session_replication_role = replica");
    return true;
  } catch {
    return false;
  } finally {
    await client.query("rollback");
  }
};
