import { parseArgs } from "node:util";
import { readConfig, requireSettings } from "../config/config.ts";
import { openObjectStore } from "../object-store/open-object-store.ts";
import { noteBackup } from "../postgres/installation/installation.repository.ts";
import { printSentence } from "../print-sentence.ts";
import { runCommand } from "../run-command.ts";
import { createBackup } from "./create-backup.ts";

const USAGE = "Name the folder that shall be made: npm run backup -- FOLDER [--without-keys]";

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "without-keys": { type: "boolean", default: false } },
    });
    const [folder, ...others] = positionals;
    if (folder && others.length === 0) return { folder, withoutKeys: values["without-keys"] };
  } catch {
    // An option is unknown; the usage names the known one.
  }
  process.stderr.write(`${USAGE}\n`);
  return process.exit(2);
};

const { folder, withoutKeys } = readArguments();
await runCommand(async () => {
  const config = requireSettings(
    readConfig(process.env),
    "DATABASE_MIGRATIONS_URL",
    "S3_ENDPOINT",
    "S3_ACCESS_KEY",
    "S3_SECRET_KEY",
    "ENCRYPTION_KEY",
  );
  const manifest = await createBackup({
    databaseUrl: config.DATABASE_MIGRATIONS_URL,
    objectStore: openObjectStore(config),
    encryptionKeys: withoutKeys ? [] : [config.ENCRYPTION_KEY, ...config.ENCRYPTION_KEYS_FORMER],
    folder,
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { takenAt } = manifest;
  await noteBackup(config.DATABASE_MIGRATIONS_URL, { takenAt, rows, objects: manifest.objects.length });
  printSentence(
    `${folder} holds ${rows} rows of ${manifest.tables.length} tables as they were at ${manifest.takenAt},`,
  );
  printSentence(
    `${manifest.objects.length} objects, and ${withoutKeys ? "no keys: keep them apart" : "the keys: keep it as you keep them"}.`,
  );
});
