import { readdirSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** What the files of a folder are. */
export type TemporaryKind = (typeof KINDS)[number];
const KINDS = ["form", "document", "contacts", "recording", "bundle"] as const;

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** Makes a folder that only this user may enter, in the system's temporary folder. Its name tells whose it is. */
export const makeTemporaryFolder = async (kind: TemporaryKind): Promise<TemporaryFolder> => {
  const path = await mkdtemp(prefixOfFolder(kind));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** Returns the beginning of the path of such a folder of this process. */
export const prefixOfFolder = (kind: TemporaryKind): string => join(tmpdir(), `${startOf(kind)}${process.pid}-`);

/**
 * Removes the folders that killed processes of this machine have left behind. Call it before this process makes one: those
 * with its own number are of an earlier process. One that cannot be removed, such as another user's, stays. Returns how many it removed.
 */
export const removeLeftFolders = (remove: (path: string) => void = removeFolder): number =>
  readdirSync(tmpdir())
    .filter((name) => KINDS.some((kind) => isLeft(name, startOf(kind))))
    .filter((name) => succeeds(() => remove(join(tmpdir(), name)))).length;

const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true });

const succeeds = (work: () => void): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** With the machine's name: containers that share a folder have processes of the same numbers. */
const startOf = (kind: TemporaryKind): string => `ringdown-${kind}-${hostname()}-`;

const isLeft = (name: string, start: string): boolean => {
  const pid = name.startsWith(start) ? /^(\d+)-/.exec(name.slice(start.length))?.[1] : undefined;
  return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is one, too.
    return error instanceof Error && "code" in error && error.code !== "ESRCH";
  }
};
