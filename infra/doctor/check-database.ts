import { Client, DatabaseError } from "pg";
import { type Config, requireSettings } from "../config/config.ts";
import { POWERFUL_LOGIN } from "../postgres/login-powers.ts";
import { migrations } from "../postgres/migrations/migrations.ts";
import { requireSameDatabase } from "../postgres/same-database.ts";
import { judgeClock } from "./clock-gap.ts";
import { type Check, CONNECTS_WITHIN_MS, fault, good, warning } from "./finding.ts";

/** The oldest version that the tests run on. */
const OLDEST_MAJOR = 15;
const MIGRATE = "Run `node infra/postgres/migrate.ts` with DATABASE_MIGRATIONS_URL";

/** Looks at PostgreSQL as the API and the worker meet it. */
export const checkDatabase = (config: Config): Check => ({
  part: "PostgreSQL",
  look: () =>
    withClient(requireSettings(config, "DATABASE_URL").DATABASE_URL, async (client) => [
      await judgeServer(client),
      ...(await judgeLogin(client)),
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
    return fault(`It is ${server.version}`, `Move to PostgreSQL ${OLDEST_MAJOR} or newer`);
  if (!server.encrypted && !server.local)
    return warning(
      `It is ${server.version}, and what is sent to it is not encrypted`,
      "Set DATABASE_TLS_CA_FILE, or sslmode in DATABASE_URL",
    );
  return good(`It is ${server.version}, ${server.encrypted ? "over TLS" : "in a private network"}`);
};

const judgeLogin = async (client: Client) => {
  const powerful = await client.query<{ login: string }>(POWERFUL_LOGIN);
  const [row] = powerful.rows;
  if (row)
    return [
      warning(
        `Its login ${row.login} may do more than the platform needs`,
        "Name that login in DATABASE_MIGRATIONS_URL, another one in DATABASE_URL, and run `node infra/postgres/migrate.ts`, which makes that one",
      ),
    ];
  try {
    await client.query("set role ringdown_app");
    await client.query("reset role");
    return [good("Its login may take the platform's role and nothing else")];
  } catch {
    return [fault("Its login may not take the role ringdown_app", MIGRATE)];
  }
};

/** Looks at the schema. Which changes were made is read with the login that makes them, where this machine has it. */
export const checkSchema = (config: Config): Check => ({
  part: "PostgreSQL's schema",
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
  if (tables[0]?.name === null) return fault("It has no tables of Ringdown", MIGRATE);
  const ran = await readChanges(client);
  if (ran === null) return good("It is there; set DATABASE_MIGRATIONS_URL to compare it with this version's");
  const missing = Object.keys(migrations).filter((name) => !ran.has(name));
  const unknown = [...ran].filter((name) => !(name in migrations));
  if (missing.length > 0) return fault(`It lacks ${missing.length} changes, ${missing[0]} first`, MIGRATE);
  return unknown.length > 0
    ? warning(`It is newer than this version: it has ${unknown.at(-1)}`, "Run the version that made that change")
    : good("It is this version's");
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
  const words = `${used} of its ${most} connections are in use, and one API may take ${needed}`;
  return used > most * BUSY_SHARE || needed > most
    ? warning(words, "Raise max_connections, or lower DATABASE_POOL_SIZE and its like")
    : good(words);
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
      part: "PostgreSQL's login for migrations",
      look: async () => {
        await requireSameDatabase(url, DATABASE_URL ?? url);
        return withClient(url, async (client) => [await judgeOwnership(client), await judgeRestore(client)]);
      },
    },
  ];
};

const judgeOwnership = async (client: Client) => {
  const { rows } = await client.query<{ foreign: number }>(`
    select count(*)::int as foreign from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')`);
  const foreign = rows[0]?.foreign ?? 0;
  return foreign > 0
    ? fault(
        `It does not own ${foreign} tables, and cannot change them`,
        "Name the login that made them in DATABASE_MIGRATIONS_URL",
      )
    : good("It owns the tables");
};

const judgeRestore = async (client: Client) => {
  await client.query("begin");
  try {
    await client.query("set local session_replication_role = replica");
    return good("It may carry out a restore");
  } catch {
    return warning(
      "It may not carry out a restore",
      "Before a restore, run as a superuser: grant set on parameter session_replication_role to its login",
    );
  } finally {
    await client.query("rollback");
  }
};
