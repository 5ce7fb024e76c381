import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { Pool } from "pg";
import { migrations } from "./migrations/migrations.ts";

/** Brings a database to the newest schema. `url` names a role that may create tables and roles. Safe to run at once from several processes. */
export const migrate = async (url: string): Promise<void> => {
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
  } finally {
    await db.destroy();
  }
};

if (import.meta.main) {
  const url = process.env["DATABASE_URL"];
  if (!url) throw new Error("DATABASE_URL is not set: name the PostgreSQL database to bring up to date");
  await migrate(url);
}
