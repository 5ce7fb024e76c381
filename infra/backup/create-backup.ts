import { mkdir, readdir } from "node:fs/promises";
import { Client } from "pg";
import type { ObjectStore } from "../object-store/object-store.ts";
import { openBackupFolder, type Manifest } from "./backup-folder.ts";
import { dumpObjects } from "./copy-objects.ts";
import { dumpTables, readSequences } from "./copy-tables.ts";

export interface BackupOptions {
  /** The login that owns the tables and therefore sees every organization. */
  databaseUrl: string;
  objectStore: Pick<ObjectStore, "list" | "read">;
  /** Empty: the keys are kept elsewhere, and a restore needs them as input. */
  encryptionKeys: readonly string[];
  /** Created by the backup; a folder that holds anything is refused. */
  folder: string;
}

/**
 * Copies PostgreSQL at one instant, every object of the store, and the keys, while the platform runs. Workflows are not
 * included, nor are vectors: those are made again from PostgreSQL.
 */
export const createBackup = async (options: BackupOptions): Promise<Manifest> => {
  const folder = openBackupFolder(options.folder);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  if ((await readdir(options.folder)).length > 0)
    throw new Error(`${options.folder} is not empty: name a folder that is not there yet`);
  await mkdir(folder.postgres, { mode: 0o700 });
  await mkdir(folder.objects, { mode: 0o700 });
  const database = await dumpDatabase(options, folder);
  const objects = await dumpObjects(options.objectStore, folder);
  if (options.encryptionKeys.length > 0) await folder.writeKeys(options.encryptionKeys);
  const manifest: Manifest = { format: 1, ...database, objects };
  await folder.writeManifest(manifest);
  return manifest;
};

/** Reads one consistent snapshot in one transaction; it blocks nobody. */
const dumpDatabase = async (
  { databaseUrl }: BackupOptions,
  folder: ReturnType<typeof openBackupFolder>,
): Promise<Pick<Manifest, "takenAt" | "migrations" | "tables" | "sequences">> => {
  const client = new Client({ connectionString: databaseUrl, application_name: "ringdown-backup" });
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set timezone = 'UTC'");
    await client.query("begin isolation level repeatable read read only");
    const at = await client.query<{ now: Date }>("select now()");
    const ran = await client.query<{ name: string }>("select name from kysely_migration order by name");
    const tables = await dumpTables(client, folder);
    await client.query("commit");
    const takenAt = at.rows[0]?.now.toISOString() ?? "";
    return { takenAt, migrations: ran.rows.map(({ name }) => name), tables, sequences: await readSequences(client) };
  } finally {
    await client.end();
  }
};
