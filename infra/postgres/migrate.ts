import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { readConfig } from "../config/config.ts";
import { prepareApplicationLogin } from "./application-login.ts";
import { describeWrongZones } from "./contact/wrong-zones.ts";
import { BASELINE } from "./migrations/before-baseline.ts";
import { migrations } from "./migrations/migrations.ts";
import { runMigrations } from "./run-migrations.ts";
import { requireSameDatabase } from "./same-database.ts";

/**
 * Migrates a database to the newest schema. `url` names a login that may create tables and roles; `applicationUrl` the
 * one of the API and the worker, which is created when it differs. Throws, with nothing changed, where the two name
 * different databases. Safe to run from several processes at once.
 */
export const migrateDatabase = async (
  url: string,
  { applicationUrl = url, say }: { applicationUrl?: string | undefined; say?: (sentence: string) => void } = {},
): Promise<void> => {
  await requireSameDatabase(url, applicationUrl);
  await runMigrations({ url, migrations, baseline: BASELINE, say });
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
  });
  try {
    for (const sentence of await describeWrongZones(db)) say?.(sentence);
    await prepareApplicationLogin(db, { migrationsUrl: url, applicationUrl });
    // The login may just have been created, so its database is checked again.
    await requireSameDatabase(url, applicationUrl);
  } finally {
    await db.destroy();
  }
};

if (import.meta.main) {
  const { DATABASE_URL, DATABASE_MIGRATIONS_URL } = readConfig(process.env);
  const url = DATABASE_MIGRATIONS_URL ?? DATABASE_URL;
  if (!url)
    throw new Error(
      "Neither DATABASE_MIGRATIONS_URL nor DATABASE_URL is set: name the PostgreSQL database to bring up to date",
    );
  await migrateDatabase(url, { applicationUrl: DATABASE_URL, say: (sentence) => console.log(sentence) });
}
