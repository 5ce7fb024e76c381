import { type Kysely, sql } from "kysely";

/** Migrations that stand in place of many earlier ones. */
export interface Baseline {
  /** The name of the last migration that belongs to it; all before it do too. */
  last: string;
  /** The names of the migrations that it replaces. */
  replaces: readonly string[];
  /** A commit that has all replaced migrations and no baseline. */
  lastCommitBefore: string;
}

/**
 * Marks a database that has run all replaced migrations as one that has run the baseline, since its schema is the same. Throws,
 * with nothing changed, for a database that has run only some of them. A new database and a marked one are left alone.
 */
export const adoptBaseline = async (
  db: Kysely<unknown>,
  { baseline, names }: { baseline: Baseline; names: readonly string[] },
): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name = any(${baseline.replaces}) order by name
  `.execute(db);
  if (rows.length === 0) return;
  if (rows.length < baseline.replaces.length) throw new Error(describeOldSchema(baseline, rows.at(-1)?.name));
  const adopted = names.filter((name) => name <= baseline.last);
  await db.transaction().execute(async (tx) => {
    await sql`delete from kysely_migration where name = any(${baseline.replaces})`.execute(tx);
    await sql`
      insert into kysely_migration (name, timestamp)
      select name, ${new Date().toISOString()} from unnest(${adopted}::text[]) as name
    `.execute(tx);
  });
};

const describeOldSchema = ({ lastCommitBefore }: Baseline, newest = ""): string =>
  `This database was made before version 0.1.0 and stops at the migration ${newest}. Stop the platform, check out the commit ` +
  `${lastCommitBefore}, run "node infra/postgres/migrate.ts" there, and then migrate with this version. Nothing was changed`;
