import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pRetry from "p-retry";
import pg from "pg";
import { runProgram } from "../pinned-package/run-program.ts";
import { LocalStackError } from "./failure.ts";
import { type RunningProcess, startProcess, stopProcess } from "./local-process.ts";
import { restrictToOwner } from "./owner-folder.ts";
import { findFreePort } from "./ports.ts";
import { findPostgresPrograms } from "./postgres-programs.ts";
import { changeOwner, choosePostgresUser, type PostgresUser } from "./postgres-user.ts";
import { isAlive, readCommandLine } from "./process-identity.ts";

export interface PostgresOptions {
  /** Holds the data, the password and, unless `logFile` is set, the log. */
  dir: string;
  /** Default: any free one. */
  port?: number;
  /** For tests: nothing is flushed to disk, so a crash of the machine may lose data. */
  fast?: boolean;
  logFile?: string;
  signal?: AbortSignal;
}

export interface RunningPostgres extends RunningProcess {
  port: number;
  /** Connection string of a database, as the superuser. */
  url(database: string): string;
  /** Connection string of a database, as the login of the API and the worker, which the migrations create. */
  applicationUrl(database: string): string;
  /** Creates a database unless it exists. */
  createDatabase(database: string): Promise<void>;
}

const SUPERUSER = "ringdown";
const APPLICATION_LOGIN = "ringdown_login";
const TAKEOVER_TIMEOUT_MS = 20_000;

/** Small, because the embedded database shares a laptop with everything else. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // An API, two workers and a media process use up to 232 by default; people and migrations need a few more.
  max_connections: "300",
  shared_buffers: "64MB",
  io_method: "sync",
  max_parallel_workers_per_gather: "0",
  max_wal_size: "256MB",
  log_checkpoints: "off",
  // The details of an error name the values of a row, which may be a person's: "Key (email)=(…) already exists".
  log_error_verbosity: "terse",
};
const FAST_SETTINGS = { fsync: "off", full_page_writes: "off" };

/**
 * Starts a private PostgreSQL on loopback, with a password, and creates its data folder the first time. A server that a
 * crashed parent left running on the same folder is stopped gracefully first. Works as root too.
 * @throws LocalStackError when the platform has no binaries, or with the end of the log when it does not start.
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true });
  restrictToOwner(dir);
  const { initdb, postgres } = await findPostgresPrograms();
  const runAs = choosePostgresUser({ program: postgres, data: dir });
  const data = join(dir, "data");
  await endLeftover(data);
  changeOwner(data, runAs);
  const password = passwordIn(join(dir, "password"));
  const applicationPassword = passwordIn(join(dir, "application-password"));
  if (!existsSync(join(data, "PG_VERSION"))) {
    await createCluster({ initdb, dir, password, runAs, fast: options.fast });
  }
  chmodSync(data, 0o700); // PostgreSQL requires these rights, which a copy of the folder may have lost.

  const port = options.port ?? (await findFreePort());
  const running = await startServer({ ...options, postgres, data, port, runAs });
  const urlOf = (login: string) => (database: string) => `postgresql://${login}@127.0.0.1:${port}/${database}`;
  const url = urlOf(`${SUPERUSER}:${password}`);
  return {
    ...running,
    port,
    url,
    applicationUrl: urlOf(`${APPLICATION_LOGIN}:${applicationPassword}`),
    createDatabase: (database) => createDatabase(url("postgres"), database),
  };
};

const passwordIn = (file: string): string => {
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
};

interface ClusterOptions {
  initdb: string;
  dir: string;
  password: string;
  runAs: PostgresUser;
  fast?: boolean;
}

const createCluster = async (options: ClusterOptions) => {
  const { initdb, dir, password, runAs } = options;
  const unfinished = join(dir, "data.new");
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = join(dir, "password.new");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [unfinished, passwordFile]) changeOwner(path, runAs);
  const [command, ...args] = [
    ...runAs.prefix,
    initdb,
    ...["-D", unfinished, "-U", SUPERUSER, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--encoding=UTF8"],
    ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"],
    ...(options.fast ? ["--no-sync"] : []),
  ];
  await runProgram(command ?? initdb, args, {
    cwd: "/",
    env: postgresEnvironment(),
    user: runAs.user,
    timeoutMs: 120_000,
  });
  rmSync(passwordFile);
  renameSync(unfinished, join(dir, "data"));
};

const startServer = (options: PostgresOptions & ServerOptions): Promise<RunningProcess> =>
  pRetry(() => launchServer(options), {
    retries: Infinity,
    factor: 1,
    minTimeout: 200,
    maxRetryTime: TAKEOVER_TIMEOUT_MS,
    shouldRetry: ({ error }) => !options.signal?.aborted && isHeldStill(error),
  });

/**
 * After a `kill -9` the server's children hold the shared memory for a moment; until then PostgreSQL refuses to start.
 */
const isHeldStill = (error: Error): boolean =>
  error instanceof LocalStackError &&
  /shared memory block|is already in use|lock file "postmaster\.pid" already exists/.test(error.message);

interface ServerOptions {
  postgres: string;
  data: string;
  port: number;
  runAs: PostgresUser;
}

const launchServer = ({ postgres, data, port, runAs, ...options }: PostgresOptions & ServerOptions) => {
  const settings = { ...SETTINGS, ...(options.fast ? FAST_SETTINGS : {}) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [command, ...args] = [...runAs.prefix, postgres, "-D", data, "-p", String(port), ...flags];
  return startProcess({
    name: "PostgreSQL",
    command: command ?? postgres,
    args,
    env: postgresEnvironment(),
    user: runAs.user,
    logFile: options.logFile ?? join(options.dir, "postgres.log"),
    isReady: (child) => readPidFile(data)?.pid === child.pid && SERVES.has(readPidFile(data)?.status ?? ""),
    stopSignal: "SIGINT", // This is PostgreSQL's "fast" shutdown, which ends connections and loses nothing.
    stopTimeoutMs: 20_000,
    signal: options.signal,
  });
};

/** What the file says of a server that answers; one that follows another, until it is promoted, answers reads. */
const SERVES = new Set(["ready", "standby"]);

const postgresEnvironment = (): NodeJS.ProcessEnv => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PG"));
  return { ...Object.fromEntries(inherited), LC_ALL: "C" };
};

/** Reads the server's id and state from `postmaster.pid`. */
const readPidFile = (data: string): { pid: number; status: string | undefined } | undefined => {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  return { pid: Number(lines[0]), status: lines[7]?.trim() };
};

const endLeftover = async (data: string) => {
  const pid = readPidFile(data)?.pid;
  if (!pid || !isAlive(pid)) return; // PostgreSQL itself judges the file of a dead process.
  const itself = readCommandLine(pid).includes(data);
  // Another process has this id, after a restart of the machine or in a copied folder.
  if (!itself) return rmSync(join(data, "postmaster.pid"));
  await stopProcess(pid, { stopSignal: "SIGINT", stopTimeoutMs: TAKEOVER_TIMEOUT_MS });
};

const createDatabase = async (url: string, database: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
};
