import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { readConfig } from "../config/config.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { prepareApplicationLogin } from "./application-login.ts";
import { describeWrongZones } from "./contact/wrong-zones.ts";
import { BASELINE } from "./migrations/before-baseline.ts";
import type { MigrationParts } from "./migrations/migration.ts";
import { migrations } from "./migrations/migrations.ts";
import { runMigrations } from "./run-migrations.ts";
import { requireSameDatabase } from "./same-database.ts";

interface MigrationOptions extends MigrationParts {
  applicationUrl?: string | undefined;
  say?: (sentence: string) => void;
}

/**
 * Migrates a database to the newest schema. `url` names a login that may create tables and roles; `applicationUrl` the
 * one of the API and the worker, which is created when it differs; `secrets` seals what an earlier version kept in clear. Throws, with nothing changed, where the two name
 * different databases. Safe to run from several processes at once.
 */
export const migrateDatabase = async (
  url: string,
  { applicationUrl = url, say, secrets }: MigrationOptions = {},
): Promise<void> => {
  await requireSameDatabase(url, applicationUrl);
  await runMigrations({ url, migrations, baseline: BASELINE, say, secrets });
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
  const { DATABASE_URL, DATABASE_MIGRATIONS_URL, ENCRYPTION_KEY, ENCRYPTION_KEYS_FORMER } = readConfig(process.env);
  const url = DATABASE_MIGRATIONS_URL ?? DATABASE_URL;
  if (!url)
    throw new Error(
      "Neither DATABASE_MIGRATIONS_URL nor DATABASE_URL is set: name the PostgreSQL database to bring up to date",
    );
  const secrets = ENCRYPTION_KEY ? createSecretBox([ENCRYPTION_KEY, ...ENCRYPTION_KEYS_FORMER]) : undefined;
  await migrateDatabase(url, { applicationUrl: DATABASE_URL, secrets, say: (sentence) => console.log(sentence) });
}
