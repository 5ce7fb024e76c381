import { randomInt } from "node:crypto";
import { Client } from "pg";

/**
 * Throws when the two connections meet different databases, because the migrations would then change the wrong one. The first holds
 * a lock that only a connection to the same database can see. A login that does not exist yet, or cannot connect from here, is
 * skipped.
 */
export const requireSameDatabase = async (migrationsUrl: string, applicationUrl: string): Promise<void> => {
  if (await meetSameDatabase(migrationsUrl, applicationUrl)) return;
  throw new Error(
    "DATABASE_MIGRATIONS_URL and DATABASE_URL name two different databases: the API and the worker would use one that is not brought up to date; let both name the same one",
  );
};

/** Tells whether the two connections meet one database; true where the second one is skipped. */
export const meetSameDatabase = async (migrationsUrl: string, applicationUrl: string): Promise<boolean> => {
  if (migrationsUrl === applicationUrl) return true;
  const application = await connect(applicationUrl, APPLICATION_WITHIN_MS).catch(() => null);
  if (!application) return true;
  try {
    return await meets(migrationsUrl, application);
  } finally {
    await application.end();
  }
};

/** From here its address may be one that never answers. */
const APPLICATION_WITHIN_MS = 10_000;

/** Without a limit a busy server is waited for, as the migrations themselves wait for theirs. */
const connect = async (connectionString: string, withinMs?: number): Promise<Client> => {
  const client = new Client({ connectionString, ...(withinMs && { connectionTimeoutMillis: withinMs }) });
  await client.connect();
  return client;
};

const meets = async (migrationsUrl: string, application: Client): Promise<boolean> => {
  const migrations = await connect(migrationsUrl);
  const key = randomInt(2 ** 31);
  try {
    // The check runs in a transaction, because a connection pool between this process and the server then keeps it on one
    // connection.
    await migrations.query("begin");
    await migrations.query("select pg_advisory_xact_lock($1, $2)", [CLASS, key]);
    const { rowCount } = await application.query(SHARED, [CLASS, key]);
    return rowCount === 1;
  } finally {
    await migrations.end();
  }
};

/** The number is one that no other lock of ours has. */
const CLASS = 7_261_002;
const SHARED = `
  select from pg_locks
  where locktype = 'advisory' and classid = $1 and objid = $2
    and database = (select oid from pg_database where datname = current_database())
`;
