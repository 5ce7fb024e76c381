import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Client, Pool } from "pg";
import { adoptBaseline, type Baseline } from "./baseline.ts";
import type { Migration, MigrationParts } from "./migrations/migration.ts";

/**
 * Statements on a table queue behind a migration that waits for its lock, so it gives up after this time and tries
 * again.
 */
const LOCK_TIMEOUT_MS = 300;
/**
 * An automatic vacuum releases a table only to a statement that has waited for PostgreSQL's `deadlock_timeout` of a
 * second; one attempt in ten waits for longer than that.
 */
const LONG_LOCK_TIMEOUT_MS = 1_500;
const ATTEMPTS_PER_LONG_ONE = 10;
/** One process builds an index, because with helpers it would take every processor of a small machine. */
const SESSION = `-c lock_timeout=${LOCK_TIMEOUT_MS} -c max_parallel_maintenance_workers=0`;
/** The pause is longer than a request takes, so that no request meets two attempts. */
const SHORTEST_RETRY_PAUSE_MS = 1_000;
const LONGEST_RETRY_PAUSE_MS = 5_000;
/** Together the attempts take about ten minutes. */
const MOST_ATTEMPTS = 120;
/** Kysely's own lock for migrations, so that an earlier version that migrates at the same time waits too. */
const MIGRATIONS_LOCK = "3853314791062309107";
const PAUSE_FOR_MIGRATIONS_LOCK_MS = 200;

export interface MigrationsToRun extends MigrationParts {
  /** The login that owns the tables. */
  url: string;
  migrations: Readonly<Record<string, Migration>>;
  /** The first of these migrations replace earlier ones. */
  baseline?: Baseline;
  /** Called with a sentence for each wait. */
  say?: (sentence: string) => void;
  /** Waits before another attempt; tests with many attempts replace it. */
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Runs the outstanding migrations in the order of their names, each in a transaction of its own or in steps, while the
 * application runs: an attempt waits for a lock for at most a third of a second, every tenth one and a half, and
 * refused attempts are repeated.
 */
export const runMigrations = async ({
  url,
  migrations,
  baseline,
  secrets,
  say = () => {},
  pause = (ms) => sleep(ms),
}: MigrationsToRun): Promise<void> => {
  const keeper = new Client({ connectionString: url });
  await keeper.connect();
  const pool = new Pool({ connectionString: url, max: 1, options: SESSION });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await takeMigrationsLock(keeper);
    await sql.raw(BOOKKEEPING).execute(db);
    const names = Object.keys(migrations).toSorted();
    if (baseline) await adoptBaseline(db, { baseline, names });
    const ran = await namesThatRan(db);
    for (const name of names) {
      const migration = migrations[name];
      if (migration && !ran.has(name)) await runOne(db, { name, migration, secrets, say, pause });
    }
  } finally {
    await db.destroy();
    await keeper.end();
  }
};

/**
 * Polls for the lock: a waiting statement would hold a snapshot, whose end an index waits for that is created
 * concurrently under that lock.
 */
const takeMigrationsLock = async (keeper: Client): Promise<void> => {
  for (;;) {
    const { rows } = await keeper.query<{ taken: boolean }>(`select pg_try_advisory_lock(${MIGRATIONS_LOCK}) as taken`);
    if (rows[0]?.taken) return;
    await sleep(PAUSE_FOR_MIGRATIONS_LOCK_MS);
  }
};

/** The tables of Kysely's migrator, which earlier versions use as well. */
const BOOKKEEPING = `
create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing;
`;

const namesThatRan = async (db: Kysely<unknown>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

interface NamedMigration extends MigrationParts {
  name: string;
  migration: Migration;
  say: (sentence: string) => void;
  pause: (ms: number) => Promise<unknown>;
}

const runOne = async (db: Kysely<unknown>, { name, migration, secrets, say, pause }: NamedMigration): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await setLockTimeout(db, attempt);
      return await attemptOne(db, { name, migration, secrets });
    } catch (error) {
      if (!isWaitInVain(error)) throw new Error(`the migration ${name} failed`, { cause: error });
      if (attempt === MOST_ATTEMPTS) throw new Error(givenUp(name), { cause: error });
      say(`the migration ${name} waits for a table that is in use; it continues automatically`);
      await pause(Math.min(SHORTEST_RETRY_PAUSE_MS * attempt, LONGEST_RETRY_PAUSE_MS));
    }
  }
};

/** Sets the time-out for the session, since a migration in steps has no transaction; the pool has only one session. */
const setLockTimeout = async (db: Kysely<unknown>, attempt: number): Promise<void> => {
  const ms = attempt % ATTEMPTS_PER_LONG_ONE === 0 ? LONG_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS;
  await sql`select set_config('lock_timeout', ${String(ms)}, false)`.execute(db);
};

const attemptOne = async (
  db: Kysely<unknown>,
  { name, migration, secrets }: Omit<NamedMigration, "say" | "pause">,
): Promise<void> => {
  const note = (to: Kysely<unknown>) =>
    sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(to);
  if (!migration.inSteps) {
    await db.transaction().execute(async (tx) => {
      await migration.up(tx, { secrets });
      await note(tx);
    });
    return;
  }
  await db.connection().execute(async (connection) => {
    await migration.up(connection, { secrets });
    await note(connection);
  });
};

const givenUp = (name: string): string =>
  `The migration ${name} found a table in use at each of ${MOST_ATTEMPTS} attempts. Look in pg_stat_activity for a ` +
  "transaction that has been open for long, and end it, or for an autovacuum to prevent wraparound, which gives way to " +
  "nobody, and let it finish; then migrate again: finished steps are not repeated";

const LOCK_TIMED_OUT = "55P03";
const DEADLOCK = "40P01";

const isWaitInVain = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === LOCK_TIMED_OUT || error.code === DEADLOCK);
