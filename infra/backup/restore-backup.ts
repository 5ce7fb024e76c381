import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import type { ObjectStore } from "../object-store/object-store.ts";
import { markWordsUnindexed } from "../postgres/conversation/unindexed-words.repository.ts";
import { columnTypes, openDatabase } from "../postgres/database.ts";
import { markUnindexed } from "../postgres/document/outdated-documents.repository.ts";
import { migrateDatabase } from "../postgres/migrate.ts";
import { type ResealedColumn, resealEverything } from "../postgres/sealed/reseal.ts";
import type { Tables } from "../postgres/tables.ts";
import { createSecretBox, type SecretBox } from "../secrets/secret-box.ts";
import { type BackupFolder, type Manifest, openBackupFolder, type StoredObject } from "./backup-folder.ts";
import { loadObjects } from "./copy-objects.ts";
import { loadTables } from "./copy-tables.ts";
import { ERASURE_LIST_FOLDER, resealErasureList } from "./erasure-list.ts";
import { freezeUnknownCalls, type UnknownCalls } from "./freeze-unknown-calls.ts";
import { markRestored, type RepeatedErasures, repeatErasures } from "./repeat-erasures.ts";

export interface RestoreOptions {
  folder: string;
  /** A login that owns the tables and may set `session_replication_role`: a superuser, or one with that grant. */
  databaseUrl: string;
  applicationUrl: string;
  objectStore: Pick<ObjectStore, "put" | "ensureBucket" | "list" | "read" | "size" | "remove">;
  /** The first key seals; the backup's own keys are added for opening. */
  encryptionKeys: readonly [string, ...string[]];
}

export interface Restored {
  manifest: Manifest;
  unknown: UnknownCalls;
  /** The number of documents whose passages are indexed again. */
  unindexed: number;
  /** Conversations whose words have to be indexed again. */
  unindexedWords: number;
  resealed: ResealedColumn[];
  /** The erasures since the backup, which begin again when the platform starts. */
  erasures: RepeatedErasures;
}

/**
 * Fills an empty platform with a backup. Nothing of it is dialled: campaigns that were running and calls that waited
 * are canceled in the same transaction, and reported. The passage index, which a backup does not hold, is filled by
 * maintenance. Values are sealed again with the platform's own key. Whoever was erased since the backup is erased again. Throws an
 * error for the operator, with nothing changed, when the database holds an organization or the backup is of a newer
 * version.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<Restored> => {
  const folder = openBackupFolder(options.folder);
  const manifest = await folder.readManifest();
  // A database in use may be of an older version: nothing of it is changed, not even its schema.
  await requireEmpty(options.databaseUrl);
  // Objects come first, so that rows never name a missing one.
  await options.objectStore.ensureBucket();
  await migrateDatabase(options.databaseUrl, { applicationUrl: options.applicationUrl });
  await removeDemos(options.databaseUrl);
  await requireSameVersion(options.databaseUrl, manifest);
  await loadObjects(options.objectStore, folder, await withoutKnownErasures(options.objectStore, manifest.objects));
  const secrets = createSecretBox([...options.encryptionKeys, ...(await folder.readKeys())]);
  // From here on the erasures since are carried out again, whoever kills this.
  const resealedList = await resealErasureList(options.objectStore, secrets);
  await markRestored(options.objectStore, new Date(manifest.takenAt));
  const rows = await restoreRows(options.databaseUrl, folder, manifest);
  const resealed = [...(await sealAnew(options, secrets)), resealedList];
  return { manifest, ...rows, resealed, erasures: await repeatIn(options, secrets) };
};

/** The list of erasures in the store is newer than the backup's. */
const withoutKnownErasures = async (
  objectStore: Pick<ObjectStore, "size">,
  objects: readonly StoredObject[],
): Promise<StoredObject[]> => {
  const loaded: StoredObject[] = [];
  for (const object of objects)
    if (!object.key.startsWith(ERASURE_LIST_FOLDER) || (await objectStore.size(object.key)) === null)
      loaded.push(object);
  return loaded;
};

const repeatIn = async (
  { applicationUrl, objectStore }: RestoreOptions,
  secrets: SecretBox,
): Promise<RepeatedErasures> => {
  const database = openDatabase({ url: applicationUrl, poolSize: 1, applicationName: "ringdown-restore", secrets });
  try {
    return await repeatErasures({ database, objectStore, secrets });
  } finally {
    await database.close();
  }
};

const requireEmpty = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string | null }>("select to_regclass('organizations')::text as name");
    if (!rows[0]?.name) return;
    // An older schema has no column for it.
    const found = await client.query(
      "select from organizations o where not coalesce((to_jsonb(o)->>'is_demo')::boolean, false) limit 1",
    );
    if (found.rowCount)
      throw new Error(
        "This database holds organizations: a backup is restored into an empty one, and nothing was changed. " +
          "With embedded parts, start on another DATA_DIR with SIGNUP_ENABLED=false, which makes none",
      );
  });

/** The API makes the organization of the packs' demos when it starts; the backup has its own, or the API makes it again. */
const removeDemos = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("delete from organizations where is_demo");
  });

const requireSameVersion = (url: string, manifest: Manifest): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>("select name from kysely_migration");
    const known = new Set(rows.map(({ name }) => name));
    const unknown = manifest.migrations.filter((name) => !known.has(name));
    if (unknown.length > 0)
      throw new Error(`The backup is of a newer version, with ${unknown.join(", ")}: restore it with that version`);
    const missing = [...known].filter((name) => !manifest.migrations.includes(name));
    if (missing.length > 0)
      throw new Error(
        `The backup is of an older version, without ${missing.join(", ")}: restore it with that version, then upgrade`,
      );
  });

const withClient = async (url: string, work: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

const restoreRows = async (
  url: string,
  folder: BackupFolder,
  manifest: Manifest,
): Promise<Pick<Restored, "unknown" | "unindexed" | "unindexedWords">> => {
  const client = new Client({ connectionString: url, types: columnTypes, application_name: "ringdown-restore" });
  await client.connect();
  // The rows are copied by the driver and changed by queries, in one transaction and therefore over one connection.
  const only = Object.assign(client, { release: () => {} });
  const pool = { connect: async () => only, end: async () => {}, options: {} };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db.transaction().execute(async (tx) => {
      await loadTables(client, folder, manifest);
      const unknown = await freezeUnknownCalls(tx);
      return { unknown, unindexed: await markUnindexed(tx), unindexedWords: await markWordsUnindexed(tx) };
    });
  } finally {
    await client.end();
  }
};

const sealAnew = async ({ databaseUrl }: RestoreOptions, secrets: SecretBox): Promise<ResealedColumn[]> => {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, application_name: "ringdown-restore" });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await resealEverything(db, secrets);
  } finally {
    await db.destroy();
  }
};
