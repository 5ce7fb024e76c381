import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "@jest/globals";

/** Returns a function that makes folders, which are removed after each test. */
export const temporaryFolders = (): (() => string) => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = folderForPostgres();
    folders.push(folder);
    return folder;
  };
};

/**
 * Creates a folder that PostgreSQL may enter, which is another user where the tests run as root; the caller removes it.
 */
export const folderForPostgres = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-local-"));
  chmodSync(folder, 0o755);
  return folder;
};
