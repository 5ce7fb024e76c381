import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { readConfig, requireSettings } from "../../config/config.ts";
import { printSentence } from "../../print-sentence.ts";
import { runCommand } from "../../run-command.ts";
import { markWordsUnindexed } from "../conversation/unindexed-words.repository.ts";
import type { Tables } from "../tables.ts";
import { describeUnindexed } from "./describe-unindexed.ts";
import { markUnindexed } from "./outdated-documents.repository.ts";

await runCommand(async () => {
  const config = requireSettings(readConfig(process.env), "DATABASE_MIGRATIONS_URL");
  const pool = new Pool({
    connectionString: config.DATABASE_MIGRATIONS_URL,
    max: 1,
    application_name: "ringdown-reindex",
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const marked = await db
      .transaction()
      .execute(async (tx) => ({ documents: await markUnindexed(tx), conversations: await markWordsUnindexed(tx) }));
    printSentence(describeUnindexed(marked));
  } finally {
    await db.destroy();
  }
});
