import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { readConfig, requireSettings } from "../../config/config.ts";
import { printSentence } from "../../print-sentence.ts";
import { runCommand } from "../../run-command.ts";
import { createSecretBox } from "../../secrets/secret-box.ts";
import type { Tables } from "../tables.ts";
import { describeReseal, resealEverything } from "./reseal.ts";

await runCommand(async () => {
  const config = requireSettings(readConfig(process.env), "DATABASE_MIGRATIONS_URL", "ENCRYPTION_KEY");
  const pool = new Pool({
    connectionString: config.DATABASE_MIGRATIONS_URL,
    max: 1,
    application_name: "ringdown-reseal",
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const secrets = createSecretBox([config.ENCRYPTION_KEY, ...config.ENCRYPTION_KEYS_FORMER]);
  try {
    const columns = await resealEverything(db, secrets, (column) => printSentence(describeReseal(column)));
    const unopened = columns.some((column) => Object.keys(column.unopened).length > 0);
    printSentence(
      unopened
        ? "Some values could not be opened: add the keys that sealed them to ENCRYPTION_KEYS_FORMER, and run this again."
        : `Everything is sealed with key ${secrets.keyId}. Links that former keys have signed end with them: see the guide.`,
    );
    process.exitCode = unopened ? 1 : 0;
  } finally {
    await db.destroy();
  }
});
