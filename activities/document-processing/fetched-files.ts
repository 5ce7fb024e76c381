import { join } from "node:path";
import { makeTemporaryFolder } from "../../infra/temporary-folder.ts";

/** Files wait for an extraction that may run on another worker; each may have a hundred megabytes. */
const KEPT_AT_MOST = 8;

/** A folder of its own for one file. */
export interface FileFolder {
  file: string;
  remove(): Promise<void>;
}

export interface FetchedFiles {
  /** Keeps a folder for the step that extracts the file's text; of many the oldest are removed. */
  keep(version: FetchedVersion, folder: FileFolder): Promise<void>;
  /** Returns the folder, which is then the caller's to remove; undefined: this process does not have the file. */
  take(version: FetchedVersion): FileFolder | undefined;
}

interface FetchedVersion {
  object_key: string;
  version: number;
}

export const createFileFolder = async (): Promise<FileFolder> => {
  const { path, remove } = await makeTemporaryFolder("document");
  return { file: join(path, "document"), remove };
};

/**
 * Creates the place where files wait that `fetch` has read, so that `extract` need not read them from the object store
 * again. Nothing depends on it: a worker that does not have the file reads it itself.
 */
export const createFetchedFiles = (): FetchedFiles => {
  const folders = new Map<string, FileFolder>();
  const keyOf = ({ object_key, version }: FetchedVersion) => `${object_key}#${version}`;
  const take = (version: FetchedVersion) => {
    const folder = folders.get(keyOf(version));
    folders.delete(keyOf(version));
    return folder;
  };
  return {
    take,
    keep: async (version, folder) => {
      const former = take(version);
      folders.set(keyOf(version), folder);
      const [oldest] = folders;
      const surplus = oldest && folders.size > KEPT_AT_MOST ? oldest : undefined;
      if (surplus) folders.delete(surplus[0]);
      await Promise.all([former?.remove(), surplus?.[1].remove()]);
    },
  };
};
