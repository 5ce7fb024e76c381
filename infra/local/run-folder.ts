import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readErrorCode, readErrorMessage } from "../pinned-package/read-error.ts";
import { LocalStackError } from "./failure.ts";
import { stopProcess } from "./local-process.ts";
import { restrictContentToOwner, restrictToOwner } from "./owner-folder.ts";
import { readProcessIdentity } from "./process-identity.ts";

/**
 * Writes to `run/` in the data folder: NAME.pid holds only a process id; NAME.identity shows whether the process that
 * now has the id is still the same one.
 */
export const recordProcess = (folder: string, { name, pid }: { name: string; pid: number }): void => {
  write(join(folder, `${name}.identity`), `${pid} ${readProcessIdentity(pid) ?? ""}\n`);
  write(join(folder, `${name}.pid`), `${pid}\n`);
};

export const clearProcessRecord = (folder: string, name: string): void => {
  rmSync(join(folder, `${name}.pid`), { force: true });
  rmSync(join(folder, `${name}.identity`), { force: true });
};

/** Returns the process that a pid file names, if the same one still runs. */
export const findRecordedProcess = (folder: string, name: string): number | undefined => {
  const [pid, ...stamp] = readOrEmpty(join(folder, `${name}.identity`))
    .trim()
    .split(" ");
  const identity = pid && readProcessIdentity(Number(pid));
  return identity && identity === stamp.join(" ") ? Number(pid) : undefined;
};

/**
 * Ends the processes that a dead supervisor left running, in the order of `names`. A process that merely has a recorded
 * id is left alone.
 */
export const endLeftovers = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const pid = findRecordedProcess(folder, name);
    if (pid !== undefined) await stopProcess(pid, { stopSignal: name === "postgres" ? "SIGINT" : "SIGTERM" });
    clearProcessRecord(folder, name);
  }
};

/** Files that this process and its parts write are readable by their owner alone. */
const OWNERS_ALONE = 0o077;

/**
 * Makes this process the only supervisor of a data folder, and keeps what is written there to its owner; returns the
 * function that releases it.
 * @throws LocalStackError when another one runs there, or the folder cannot be written.
 */
export const claimDataFolder = (dataDir: string): (() => void) => {
  const run = join(dataDir, "run");
  const maskBefore = process.umask(OWNERS_ALONE);
  try {
    const unlock = lockDataFolder(dataDir, run);
    return () => {
      unlock();
      process.umask(maskBefore);
    };
  } catch (error) {
    process.umask(maskBefore);
    throw error;
  }
};

const lockDataFolder = (dataDir: string, run: string): (() => void) => {
  makeWritable(dataDir, run);
  const lock = join(run, "supervisor.identity");
  const claim = `${lock}.${process.pid}`;
  writeFileSync(claim, `${process.pid} ${readProcessIdentity(process.pid) ?? ""}\n`);
  try {
    while (!linkIfAbsent(claim, lock)) {
      const other = findRecordedProcess(run, "supervisor");
      if (other !== undefined) throw alreadyRunning(dataDir, other);
      rmSync(lock, { force: true }); // The process of the lock is gone.
    }
  } finally {
    rmSync(claim, { force: true });
  }
  return () => rmSync(lock, { force: true });
};

const alreadyRunning = (dataDir: string, pid: number) =>
  new LocalStackError(
    `Ringdown already runs on ${dataDir} (process ${pid}): stop that one, or name another folder in DATA_DIR.`,
  );

const makeWritable = (dataDir: string, run: string) => {
  const probe = join(run, `.write-test-${process.pid}`);
  try {
    mkdirSync(run, { recursive: true });
    restrictToOwner(dataDir);
    restrictContentToOwner(dataDir);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (cause) {
    const reason = readErrorCode(cause) ?? readErrorMessage(cause);
    throw new LocalStackError(
      `The data folder ${dataDir} cannot be written (${reason}): make it writable, or name another one in DATA_DIR.`,
      { cause },
    );
  }
};

const linkIfAbsent = (file: string, link: string): boolean => {
  try {
    linkSync(file, link);
    return true;
  } catch (error) {
    if (readErrorCode(error) === "EEXIST") return false;
    throw error;
  }
};

/** Writes a file atomically, because others read it at any moment. */
const write = (file: string, content: string) => {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
};

const readOrEmpty = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
