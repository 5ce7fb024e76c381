import { randomBytes } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import { columnTypes, type Database, openDatabase } from "../../infra/postgres/database.ts";
import { WORK_LIMITS } from "../../infra/postgres/database-limits.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import { testEnvironment } from "./environment.ts";
import { requireSnakeCaseInEvents } from "./names-in-events.ts";
import { PATIENCE_MS } from "./patience.ts";
import { recordEvents } from "./recorded-events.ts";
import { testSecrets } from "./test-secrets.ts";
import { waitUntil } from "./wait-until.ts";

/** A migrated database of one test file's own. */
export interface TestDatabase {
  /** Connection string, as the login of the API and the worker. */
  url: string;
  /** The address for the server's superuser, who owns everything. */
  superuserUrl: string;
  /** The database of the API and the worker, bound by row-level security. */
  database: Database;
  /** The superuser's database, which sees every organization. */
  everything: Kysely<Tables>;
  /** Opens another pool, like another process's; the caller closes it. */
  open(options?: { poolSize?: number }): Database;
  /** Drops the database; fails when somebody forgot to close a connection to it. */
  drop(): Promise<void>;
}

/** Those of a worker; but on a busy machine work may wait for a connection for as long as a test waits for anything. */
const LIMITS = { ...WORK_LIMITS, waitMs: PATIENCE_MS };

/** The databases with which factories write rows. */
export type FilledDatabase = Pick<TestDatabase, "everything" | "database">;

/** Copies the migrated template; `secrets` are those of the platform that works on it. Call it in `beforeAll`, and `drop` in `afterAll`. */
export const createTestDatabase = async ({ secrets = testSecrets } = {}): Promise<TestDatabase> => {
  const name = `test_${process.env["JEST_WORKER_ID"] ?? 0}_${randomBytes(6).toString("hex")}`;
  // To copy its files takes a third of the processor time of writing them to the log as well.
  const copied = `template ${testEnvironment.templateDatabase()} strategy file_copy`;
  await onServer((server) => server.query(`create database ${name} ${copied}`));
  const url = testEnvironment.applicationDatabaseUrl(name);
  const superuserUrl = testEnvironment.databaseUrl(name);
  const open = ({ poolSize = 10 } = {}) =>
    openDatabase({ url, poolSize, applicationName: "test", limits: LIMITS, secrets });
  const database = open();
  const everything = openEverything(superuserUrl);
  return {
    url,
    superuserUrl,
    database,
    everything,
    open,
    drop: async () => {
      try {
        await recordEvents(everything);
        await requireSnakeCaseInEvents(everything);
      } finally {
        await database.close();
        await everything.destroy();
        await onServer((server) => dropDatabase(server, name));
      }
    },
  };
};

const openEverything = (url: string): Kysely<Tables> => {
  const pool = new Pool({ connectionString: url, max: 3, application_name: "test-superuser", types: columnTypes });
  pool.on("error", () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
};

const onServer = async <T>(work: (server: Client) => Promise<T>): Promise<T> => {
  const server = new Client({ connectionString: testEnvironment.databaseUrl("postgres") });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
};

const dropDatabase = async (server: Client, name: string): Promise<void> => {
  try {
    await waitUntil(`no connection to ${name} is left`, async () => (await connectionsTo(server, name)).length === 0);
  } catch (error) {
    const left = await connectionsTo(server, name);
    throw new Error(`connections were left open: ${left.join("; ")}`, { cause: error });
  } finally {
    await server.query(`drop database if exists ${name} with (force)`);
  }
};

const connectionsTo = async (server: Client, name: string): Promise<string[]> => {
  const { rows } = await server.query<{ application_name: string; query: string }>(
    "select application_name, left(query, 200) as query from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
    [name],
  );
  return rows.map((row) => `${row.application_name}: ${row.query}`);
};
