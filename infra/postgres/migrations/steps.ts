import { type Kysely, sql } from "kysely";

/**
 * Creates an index without blocking writes to the table. An unfinished index of an earlier attempt is replaced. For
 * migrations in steps: PostgreSQL cannot do it in a transaction.
 */
export const createIndexConcurrently = async (
  db: Kysely<unknown>,
  /** `on` is the text behind the word: `call_runs (organization_id, id desc)`. */
  { name, on, unique = false }: { name: string; on: string; unique?: boolean },
): Promise<void> => {
  await withoutLockTimeout(db, async () => {
    const unfinished = await sql`
      select from pg_index where indexrelid = to_regclass(quote_ident(${name})) and not indisvalid
    `.execute(db);
    if (unfinished.rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
    const kind = sql.raw(unique ? "unique index" : "index");
    await sql`create ${kind} concurrently if not exists ${sql.id(name)} on ${sql.raw(on)}`.execute(db);
  });
};

/** Drops an index without blocking its table; a missing index is ignored. For migrations in steps. */
export const dropIndexConcurrently = async (db: Kysely<unknown>, name: string): Promise<void> => {
  await withoutLockTimeout(db, async () => {
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
  });
};

/** For statements that block nobody while they wait for users of the table. */
const withoutLockTimeout = async (db: Kysely<unknown>, work: () => Promise<void>): Promise<void> => {
  const { rows: before } = await sql<{ timeout: string }>`
    select current_setting('lock_timeout') as timeout
  `.execute(db);
  await sql`set lock_timeout = 0`.execute(db);
  try {
    await work();
  } finally {
    await sql`select set_config('lock_timeout', ${before[0]?.timeout ?? "0"}, false)`.execute(db);
  }
};

/** Requests that change one of its rows wait for a step to end: it grows while it is short, and shrinks when it is not. */
const ROWS_OF_A_STEP = { first: 1_000, fewest: 100, most: 5_000 };
const LONG_STEP_MS = 200;

/**
 * Fills a column in many small transactions. `set` and `where` are SQL; `where` must select the rows that are not
 * filled yet, so that a finished step is not repeated. Rows that are locked are filled in a later step. Returns the
 * number of rows.
 */
export const fillInSteps = async (
  db: Kysely<unknown>,
  { table, set, where, key = "id" }: { table: string; set: string; where: string; key?: string },
): Promise<number> => {
  let filled = 0;
  let after: string | null = null;
  let rows = ROWS_OF_A_STEP.first;
  for (;;) {
    const begunAtMs = performance.now();
    const step: readonly string[] = await fillOneStep(db, { table, set, where, key, after, rows });
    rows = computeNextStepRows(rows, performance.now() - begunAtMs);
    filled += step.length;
    after = step.at(-1) ?? null;
    if (after !== null) continue;
    // No row was free: either all are filled, or the rest is locked and is waited for.
    const left = await sql`
      select from ${sql.id(table)} where ${sql.raw(where)} limit 1 for no key update
    `.execute(db);
    if (left.rows.length === 0) return filled;
  }
};

interface Step {
  table: string;
  set: string;
  where: string;
  key: string;
  after: string | null;
  rows: number;
}

/** Returns how many rows the next step has, after one of `rows` that took so long. */
export const computeNextStepRows = (rows: number, tookMs: number): number =>
  tookMs > LONG_STEP_MS
    ? Math.max(Math.floor(rows / 2), ROWS_OF_A_STEP.fewest)
    : Math.min(tookMs < LONG_STEP_MS / 4 ? rows * 2 : rows, ROWS_OF_A_STEP.most);

/** Returns the keys of the filled rows, in order; those before `after` are not read again. */
const fillOneStep = async (
  db: Kysely<unknown>,
  { table, set, where, key, after, rows: most }: Step,
): Promise<string[]> => {
  const [rows, column] = [sql.id(table), sql.id(key)];
  const { rows: changed } = await sql<{ key: string }>`
    with chosen as (
      select ${column} from ${rows}
      where (${sql.raw(where)}) ${after === null ? sql`` : sql`and ${column} > ${after}`}
      order by ${column} limit ${most} for no key update skip locked
    ), changed as (
      update ${rows} set ${sql.raw(set)} where ${column} in (select ${column} from chosen) returning ${column}
    )
    select ${column}::text as key from changed order by ${column}
  `.execute(db);
  return changed.map((row) => row.key);
};

/** Adds a constraint that applies to new rows at once, and to existing ones after a check that blocks no writes. */
export const addConstraintInSteps = async (
  db: Kysely<unknown>,
  { table, name, rule }: { table: string; name: string; rule: string },
): Promise<void> => {
  const there = await sql`
    select from pg_constraint where conname = ${name} and conrelid = ${table}::regclass
  `.execute(db);
  if (there.rows.length === 0)
    await sql`alter table ${sql.id(table)} add constraint ${sql.id(name)} ${sql.raw(rule)} not valid`.execute(db);
  await sql`alter table ${sql.id(table)} validate constraint ${sql.id(name)}`.execute(db);
};
