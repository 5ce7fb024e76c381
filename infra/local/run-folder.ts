import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { errorCode, errorMessage, LocalStackError } from "./failure.ts";
import { stopProcess } from "./local-process.ts";
import { systemUser } from "./postgres-user.ts";
import { processIdentity } from "./process-identity.ts";

/**
 * `run/` in the data folder: NAME.pid holds a process id and nothing else; NAME.identity tells whether the process
 * that has that id now is still the one that was meant.
 */
export const recordProcess = (folder: string, { name, pid }: { name: string; pid: number }): void => {
  write(join(folder, `${name}.identity`), `${pid} ${processIdentity(pid) ?? ""}\n`);
  write(join(folder, `${name}.pid`), `${pid}\n`);
};

export const clearProcessRecord = (folder: string, name: string): void => {
  rmSync(join(folder, `${name}.pid`), { force: true });
  rmSync(join(folder, `${name}.identity`), { force: true });
};

/** The process that a pid file names, if it still runs and is the very one. */
export const recordedProcess = (folder: string, name: string): number | undefined => {
  const [pid, ...stamp] = readOrEmpty(join(folder, `${name}.identity`))
    .trim()
    .split(" ");
  const identity = pid && processIdentity(Number(pid));
  return identity && identity === stamp.join(" ") ? Number(pid) : undefined;
};

/**
 * Ends what a supervisor that died left running, first those whose names come first. A process that only happens to
 * have the id of one is let be.
 */
export const endLeftovers = async (folder: string, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const pid = recordedProcess(folder, name);
    if (pid !== undefined) await stopProcess(pid, { stopSignal: name === "postgres" ? "SIGINT" : "SIGTERM" });
    clearProcessRecord(folder, name);
  }
};

/**
 * Makes this process the only supervisor of a data folder; gives the function that ends that.
 * @throws LocalStackError when another one runs there, or the folder cannot be written.
 */
export const claimDataFolder = (dataDir: string): (() => void) => {
  const run = join(dataDir, "run");
  makeWritable(dataDir, run);
  const lock = join(run, "supervisor.identity");
  const claim = `${lock}.${process.pid}`;
  writeFileSync(claim, `${process.pid} ${processIdentity(process.pid) ?? ""}\n`);
  try {
    while (!linkIfAbsent(claim, lock)) {
      const other = recordedProcess(run, "supervisor");
      if (other !== undefined) throw alreadyRunning(dataDir, other);
      rmSync(lock, { force: true }); // its process is gone
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

/** Nobody else on this machine looks into the folder. */
const OWN = 0o700;
/** Started by root, PostgreSQL runs as another user, who must reach its own folder below, and nobody besides. */
const ENTERED_BY_GROUP = 0o710;

const keepToOwner = (dataDir: string): void => {
  const postgres = process.getuid?.() === 0 ? systemUser() : undefined;
  if (postgres) chownSync(dataDir, 0, postgres.gid);
  chmodSync(dataDir, postgres ? ENTERED_BY_GROUP : OWN);
};

const makeWritable = (dataDir: string, run: string) => {
  const probe = join(run, `.write-test-${process.pid}`);
  try {
    mkdirSync(run, { recursive: true });
    keepToOwner(dataDir);
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (cause) {
    const reason = errorCode(cause) ?? errorMessage(cause);
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
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
};

/** Whole or not at all: others read these files at any moment. */
const write = (file: string, content: string) => {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
};

const readOrEmpty = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
