import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Client } from "pg";
import type { ObjectStore } from "../object-store/object-store.ts";
import { type Manifest, openBackupFolder, type StoredObject } from "./backup-folder.ts";
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
 * Copies PostgreSQL at one instant, every object of the store, and the keys, while the platform runs. Workflows and the passage
 * index are not included; after a restore the index is filled again from PostgreSQL.
 */
export const createBackup = async (options: BackupOptions): Promise<Manifest> => {
  const folder = openBackupFolder(options.folder);
  await makeFolder(options.folder);
  await mkdir(folder.postgres, { mode: 0o700 });
  await mkdir(folder.objects, { mode: 0o700 });
  const { replaceable, ...database } = await dumpDatabase(options, folder);
  const objects = await dumpObjects(options.objectStore, folder, replaceable);
  if (options.encryptionKeys.length > 0) await folder.writeKeys(options.encryptionKeys);
  const manifest: Manifest = { format: 1, ...database, objects };
  await folder.writeManifest(manifest);
  return manifest;
};

/** Makes the folder for its owner alone; one that is there and empty will do. */
const makeFolder = async (folder: string): Promise<void> => {
  try {
    await makeWithThoseAbove(resolve(folder));
    if ((await readdir(folder)).length === 0) return;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${folder} cannot be made: name a folder below one that you may write to (${reason})`, { cause });
  }
  throw new Error(`${folder} is not empty: name a folder that is not there yet`);
};

/** Node's own `recursive` never ends in a file system that takes no folders. */
const makeWithThoseAbove = async (path: string): Promise<void> => {
  if (existsSync(path)) return;
  await makeWithThoseAbove(dirname(path));
  await mkdir(path, { mode: 0o700 });
};

type DatabaseCopy = Pick<Manifest, "takenAt" | "migrations" | "tables" | "sequences"> & { replaceable: StoredObject[] };

/** Reads one consistent snapshot in one transaction; it blocks nobody. */
const dumpDatabase = async (
  { databaseUrl }: BackupOptions,
  folder: ReturnType<typeof openBackupFolder>,
): Promise<DatabaseCopy> => {
  const client = new Client({ connectionString: databaseUrl, application_name: "ringdown-backup" });
  await client.connect();
  try {
    await client.query("set statement_timeout = 0; set timezone = 'UTC'");
    await client.query("begin isolation level repeatable read read only");
    const at = await client.query<{ now: Date }>("select now()");
    const ran = await client.query<{ name: string }>("select name from kysely_migration order by name");
    const tables = await dumpTables(client, folder);
    const replaceable = await listReplaceable(client);
    await client.query("commit");
    const takenAt = at.rows[0]?.now.toISOString() ?? "";
    const migrations = ran.rows.map(({ name }) => name);
    return { takenAt, migrations, tables, sequences: await readSequences(client), replaceable };
  } finally {
    await client.end();
  }
};

/**
 * Lists the files of calls that are in progress or have just ended: their recordings are replaced as they grow, and the former ones
 * removed.
 */
const listReplaceable = async (client: Client): Promise<StoredObject[]> => {
  const { rows } = await client.query<StoredObject>(`
    select a.object_key as key, a.size_bytes::float8 as "sizeBytes", a.content_type as "contentType"
    from call_artifacts a join call_runs r on r.id = a.run_id
    where r.ended_at is null or r.ended_at > now() - interval '1 hour'`);
  return rows;
};
