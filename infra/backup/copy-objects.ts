import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ObjectMissingError, type ObjectStore } from "../object-store/object-store.ts";
import type { BackupFolder, StoredObject } from "./backup-folder.ts";

type Source = Pick<ObjectStore, "list" | "read">;

/**
 * Copies every object, the urgent ones first. Rows of the snapshot name only objects from before it, so objects added later are
 * harmless, and one that is removed meanwhile was due for removal. Only urgent objects may be replaced by new ones.
 */
export const dumpObjects = async (
  store: Source,
  folder: BackupFolder,
  urgent: readonly StoredObject[],
): Promise<StoredObject[]> => {
  const objects: StoredObject[] = [];
  for await (const object of listObjects(store, urgent)) {
    try {
      await pipeline(await store.read(object.key), createWriteStream(folder.objectFile(object.key), { mode: 0o600 }));
      objects.push(object);
    } catch (error) {
      if (!(error instanceof ObjectMissingError)) throw error;
    }
  }
  return objects;
};

async function* listObjects(store: Source, urgent: readonly StoredObject[]): AsyncGenerator<StoredObject> {
  yield* urgent;
  const listed = new Set(urgent.map(({ key }) => key));
  for await (const object of store.list()) if (!listed.has(object.key)) yield object;
}

/** Uploads every object, and replaces what is stored under its key. */
export const loadObjects = async (
  store: Pick<ObjectStore, "put">,
  folder: BackupFolder,
  objects: readonly StoredObject[],
): Promise<void> => {
  for (const { key, contentType } of objects)
    await store.put(key, createReadStream(folder.objectFile(key)), contentType);
};
