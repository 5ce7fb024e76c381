import { readConfig, requireSettings } from "../config/config.ts";
import { openObjectStore } from "../object-store/open-object-store.ts";
import { describeUnindexed } from "../postgres/document/describe-unindexed.ts";
import { describeReseal } from "../postgres/sealed/reseal.ts";
import { printSentence } from "../print-sentence.ts";
import { runCommand } from "../run-command.ts";
import { restoreBackup } from "./restore-backup.ts";
import { describeUnknownCalls } from "./unknown-calls-report.ts";

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write("Name the folder of the backup: npm run restore -- FOLDER\n");
  process.exit(2);
}
await runCommand(async () => {
  const config = requireSettings(
    readConfig(process.env),
    "DATABASE_MIGRATIONS_URL",
    "DATABASE_URL",
    "S3_ENDPOINT",
    "S3_ACCESS_KEY",
    "S3_SECRET_KEY",
    "ENCRYPTION_KEY",
  );
  const restored = await restoreBackup({
    folder,
    databaseUrl: config.DATABASE_MIGRATIONS_URL,
    applicationUrl: config.DATABASE_URL,
    objectStore: openObjectStore(config),
    encryptionKeys: [config.ENCRYPTION_KEY, ...config.ENCRYPTION_KEYS_FORMER],
  });
  for (const line of describeUnknownCalls(restored)) printSentence(line);
  printSentence(describeUnindexed({ documents: restored.unindexed, conversations: restored.unindexedWords }));
  const { repeated, unread } = restored.erasures;
  if (repeated > 0)
    printSentence(
      `${repeated} people were erased since the backup: they are erased again as soon as the platform runs.`,
    );
  for (const { objectKey, reason } of unread)
    printSentence(`The erasure in ${objectKey} could not be read, and is not carried out again yet: ${reason}.`);
  const unopened = restored.resealed.filter((column) => Object.keys(column.unopened).length > 0);
  for (const column of unopened) printSentence(describeReseal(column));
  if (unopened.length + unread.length > 0) {
    printSentence("Add the keys that sealed them to ENCRYPTION_KEYS_FORMER, and run `npm run reseal`.");
    if (unread.length > 0) printSentence("The running platform then carries out those erasures.");
    process.exitCode = 1;
  }
});
