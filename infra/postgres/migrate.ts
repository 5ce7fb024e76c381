import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { Pool } from "pg";
import { readConfig } from "../config/config.ts";
import { prepareApplicationLogin } from "./application-login.ts";
import { migrations } from "./migrations/migrations.ts";

/**
 * Brings a database to the newest schema. `url` names a login that may create tables and roles; `applicationUrl` the
 * one that the API and the worker use, which is made when it is another one. Safe to run at once from several processes.
 */
export const migrate = async (url: string, { applicationUrl = url } = {}): Promise<void> => {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 2 }) }),
  });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      // Numbers are given out before the work is done: a lower one may land after a higher one was run.
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw new Error("the database could not be brought up to date", { cause: error });
    await prepareApplicationLogin(db, { migrationsUrl: url, applicationUrl });
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
  await migrate(url, { applicationUrl: DATABASE_URL });
}
