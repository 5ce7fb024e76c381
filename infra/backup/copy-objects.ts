import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { type ObjectStore, ObjectMissingError } from "../object-store/object-store.ts";
import type { BackupFolder, StoredObject } from "./backup-folder.ts";

type Source = Pick<ObjectStore, "list" | "read">;

/**
 * Copies every object. Rows of the snapshot name objects that were there before it, so those that come after it do no
 * harm; one that is removed meanwhile was to be removed.
 */
export const dumpObjects = async (store: Source, folder: BackupFolder): Promise<StoredObject[]> => {
  const objects: StoredObject[] = [];
  for await (const object of store.list()) {
    try {
      await pipeline(await store.read(object.key), createWriteStream(folder.objectFile(object.key), { mode: 0o600 }));
      objects.push(object);
    } catch (error) {
      if (!(error instanceof ObjectMissingError)) throw error;
    }
  }
  return objects;
};

/** Puts every object back; what is there under its key is replaced. */
export const loadObjects = async (
  store: Pick<ObjectStore, "put">,
  folder: BackupFolder,
  objects: readonly StoredObject[],
): Promise<void> => {
  for (const { key, contentType } of objects)
    await store.put(key, createReadStream(folder.objectFile(key)), contentType);
};
