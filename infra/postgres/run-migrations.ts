import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Client, Pool } from "pg";
import type { Migration } from "./migrations/migration.ts";

/** Who asks for a table waits behind a migration that waits for it: so long at most, then it goes back and comes again. */
const LOCK_TIMEOUT_MS = 300;
/**
 * An automatic vacuum gives a table up to who has waited for PostgreSQL's `deadlock_timeout`, a second, and not before: one
 * attempt in ten waits for longer than that.
 */
const LONG_LOCK_TIMEOUT_MS = 1_500;
const ATTEMPTS_PER_LONG_ONE = 10;
/** Longer than a request takes: none meets two attempts. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
/** About ten minutes of them. */
const MOST_ATTEMPTS = 120;
/** Kysely's own for migrations: an earlier checkout that migrates at the same time waits, too. */
const MIGRATIONS_LOCK = "3853314791062309107";
const PAUSE_FOR_MIGRATIONS_LOCK_MS = 200;

export interface MigrationsToRun {
  /** The connection of the login that owns the tables. */
  url: string;
  migrations: Readonly<Record<string, Migration>>;
  /** Told of what is waited for. */
  say?: (sentence: string) => void;
  /** How it waits before another attempt; tests of many attempts do not. */
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Runs what the database has not run yet, in the order of the names, each in a transaction of its own or in steps, so that
 * the application goes on: no attempt waits for a lock longer than a third of a second, every tenth one and a half, and what was refused
 * is tried again.
 */
export const runMigrations = async ({
  url,
  migrations,
  say = () => {},
  pause = (ms) => sleep(ms),
}: MigrationsToRun): Promise<void> => {
  const keeper = new Client({ connectionString: url });
  await keeper.connect();
  const pool = new Pool({ connectionString: url, max: 1, options: `-c lock_timeout=${LOCK_TIMEOUT_MS}` });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await takeMigrationsLock(keeper);
    await sql.raw(BOOKKEEPING).execute(db);
    const ran = await namesThatRan(db);
    for (const name of Object.keys(migrations).toSorted()) {
      const migration = migrations[name];
      if (migration && !ran.has(name)) await runOne(db, { name, migration, say, pause });
    }
  } finally {
    await db.destroy();
    await keeper.end();
  }
};

/**
 * Asks again and again: a statement that waited for the lock would keep a snapshot, whose end an index that is made
 * concurrently under that lock waits for.
 */
const takeMigrationsLock = async (keeper: Client): Promise<void> => {
  for (;;) {
    const { rows } = await keeper.query<{ taken: boolean }>(`select pg_try_advisory_lock(${MIGRATIONS_LOCK}) as taken`);
    if (rows[0]?.taken) return;
    await sleep(PAUSE_FOR_MIGRATIONS_LOCK_MS);
  }
};

/** As Kysely's migrator makes and reads them: an earlier checkout goes on with the same tables. */
const BOOKKEEPING = `
create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing;
`;

const namesThatRan = async (db: Kysely<unknown>): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

interface NamedMigration {
  name: string;
  migration: Migration;
  say: (sentence: string) => void;
  pause: (ms: number) => Promise<unknown>;
}

const runOne = async (db: Kysely<unknown>, { name, migration, say, pause }: NamedMigration): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await setLockTimeout(db, attempt);
      return await attemptOne(db, { name, migration });
    } catch (error) {
      if (!isWaitInVain(error)) throw new Error(`the migration ${name} failed`, { cause: error });
      if (attempt === MOST_ATTEMPTS) throw new Error(givenUp(name), { cause: error });
      say(`the migration ${name} waits for a table that others use; it goes on by itself`);
      await pause(Math.min(SHORTEST_PAUSE_MS * attempt, LONGEST_PAUSE_MS));
    }
  }
};

/** For the session, which the pool has only one of: a migration in steps has no transaction. */
const setLockTimeout = async (db: Kysely<unknown>, attempt: number): Promise<void> => {
  const ms = attempt % ATTEMPTS_PER_LONG_ONE === 0 ? LONG_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS;
  await sql`select set_config('lock_timeout', ${String(ms)}, false)`.execute(db);
};

const attemptOne = async (
  db: Kysely<unknown>,
  { name, migration }: Pick<NamedMigration, "name" | "migration">,
): Promise<void> => {
  const note = (to: Kysely<unknown>) =>
    sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(to);
  if (!migration.inSteps) {
    await db.transaction().execute(async (tx) => {
      await migration.up(tx);
      await note(tx);
    });
    return;
  }
  await db.connection().execute(async (connection) => {
    await migration.up(connection);
    await note(connection);
  });
};

const givenUp = (name: string): string =>
  `The migration ${name} found a table in use at each of ${MOST_ATTEMPTS} attempts. Look in pg_stat_activity for a ` +
  "transaction that has been open for long, and end it, or for an autovacuum to prevent wraparound, which gives way to " +
  "nobody, and let it finish; then migrate again: what was done stays done";

const LOCK_TIMED_OUT = "55P03";
const DEADLOCK = "40P01";

const isWaitInVain = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === LOCK_TIMED_OUT || error.code === DEADLOCK);
