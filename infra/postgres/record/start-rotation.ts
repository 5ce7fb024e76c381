import { KEYS_OVERLAP_DAYS } from "../../../domain/record/checkpoint.rules.ts";
import { readConfig, requireSettings } from "../../config/config.ts";
import { printSentence } from "../../print-sentence.ts";
import { runCommand } from "../../run-command.ts";
import { createSecretBox } from "../../secrets/secret-box.ts";
import { openDatabase } from "../database.ts";
import { rotateRecordKey } from "./record-keys.repository.ts";

await runCommand(async () => {
  const config = requireSettings(readConfig(process.env), "DATABASE_URL", "ENCRYPTION_KEY");
  const database = openDatabase({ url: config.DATABASE_URL, poolSize: 1, applicationName: "ringdown-record-key" });
  try {
    await rotateRecordKey(database, createSecretBox([config.ENCRYPTION_KEY, ...config.ENCRYPTION_KEYS_FORMER]));
    printSentence(`A new key signs records; the one before signs beside it for ${KEYS_OVERLAP_DAYS} days.`);
  } finally {
    await database.close();
  }
});
