import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { readConfig, requireSettings } from "../config/config.ts";
import { openObjectStore } from "../object-store/open-object-store.ts";
import { describeReseal, resealEverything } from "../postgres/sealed/reseal.ts";
import type { Tables } from "../postgres/tables.ts";
import { printSentence } from "../print-sentence.ts";
import { runCommand } from "../run-command.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { resealErasureList } from "./erasure-list.ts";

await runCommand(async () => {
  const config = requireSettings(
    readConfig(process.env),
    "DATABASE_MIGRATIONS_URL",
    "S3_ENDPOINT",
    "S3_ACCESS_KEY",
    "S3_SECRET_KEY",
    "ENCRYPTION_KEY",
  );
  const pool = new Pool({
    connectionString: config.DATABASE_MIGRATIONS_URL,
    max: 1,
    application_name: "ringdown-reseal",
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const secrets = createSecretBox([config.ENCRYPTION_KEY, ...config.ENCRYPTION_KEYS_FORMER]);
  try {
    const columns = await resealEverything(db, secrets, (column) => printSentence(describeReseal(column)));
    const list = await resealErasureList(openObjectStore(config), secrets);
    printSentence(describeReseal(list));
    const unopened = [...columns, list].some((column) => Object.keys(column.unopened).length > 0);
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
