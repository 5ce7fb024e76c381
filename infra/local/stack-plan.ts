import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { SIGN_UP_ENABLED } from "../../domain/access/sign-up.ts";
import { type Config, readConfig } from "../config/config.ts";
import { buildConsole } from "./console-build.ts";
import { LocalStackError } from "./failure.ts";
import { choosePorts, findFreePort, findListenFault } from "./ports.ts";
import { bundlePrograms } from "./program-bundle.ts";
import { loadStackSecrets } from "./stack-secrets.ts";

export interface EntryPoints {
  simulator: string;
  migrate: string;
  api: string;
  worker: string;
  media: string;
}

type PortName = "postgres" | "temporal" | "temporalUi" | "objectStore" | "simulator" | "workerHttp";

/** The settings of a stack that are decided before its first process starts. */
export interface StackPlan {
  config: Config;
  folders: { root: string; data: string; run: string; logs: string };
  /** The servers that run here because no variable names a real one. */
  embedded: { postgres: boolean; temporal: boolean; objectStore: boolean; simulator: boolean };
  ports: Record<PortName, number>;
  /** The environment of the processes; each server adds its address once it is up. */
  environment: NodeJS.ProcessEnv;
  entryPoints: EntryPoints;
  /** Joins the programs of the processes and returns their folder; undefined: they start from their sources. */
  bundlePrograms: (() => Promise<string>) | undefined;
  /** Builds the console and returns its folder. */
  buildConsole: () => Promise<string>;
  /** Called with each line that the API, the worker and the media process log. */
  onLogLine: ((line: string) => void) | undefined;
  /** PostgreSQL flushes nothing to disk, which is faster; a crash of the machine may lose data. */
  isUnflushed: boolean;
  onInstall: (message: string) => void;
}

export interface PlanOptions {
  /** Default: this process's. */
  environment?: NodeJS.ProcessEnv;
  /** Called with each line that the API, the worker and the media process log. */
  onLogLine?: (line: string) => void;
  onInstall?: (message: string) => void;
  /** Starts the processes from their sources, which may change; joining them takes longer than one start saves. */
  runsSources?: boolean;
  /** For tests: PostgreSQL flushes nothing to disk, so a crash of the machine may lose data. */
  isUnflushed?: boolean;
  /** For tests: other programs in place of the real ones. */
  entryPoints?: Partial<EntryPoints>;
  /** For tests: another builder of the console. */
  buildConsole?: () => Promise<string>;
  /** For tests: another bundler of the programs. */
  bundlePrograms?: () => Promise<string>;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const ENTRY_POINTS: EntryPoints = {
  simulator: join(ROOT, "infra/simulator/start.ts"),
  migrate: join(ROOT, "infra/postgres/migrate.ts"),
  api: join(ROOT, "api/start.ts"),
  worker: join(ROOT, "worker/start.ts"),
  media: join(ROOT, "media/start.ts"),
};

/** The usual ports of these servers. */
const PREFERRED_PORTS = {
  postgres: 5432,
  temporal: 7233,
  temporalUi: 8233,
  objectStore: 8333,
  simulator: 8090,
  workerHttp: 8081,
};

/**
 * Reads the configuration of the data folder, with a sentence for every fault. PORT 0 takes any free port.
 * @throws ConfigurationError
 */
export const readStackConfig = (environment: NodeJS.ProcessEnv): Config & { dataDir: string } => {
  const config = readConfig(environment);
  return { ...config, dataDir: resolve(config.DATA_DIR) };
};

/**
 * Chooses addresses and secrets; remembers generated ones in the data folder.
 * @throws LocalStackError when the API's port is taken.
 */
export const planStack = async (config: Config & { dataDir: string }, options: PlanOptions): Promise<StackPlan> => {
  const data = config.dataDir;
  const folders = { root: ROOT, data, run: join(data, "run"), logs: join(data, "logs") };
  mkdirSync(folders.logs, { recursive: true });
  const port = await apiPort(config);
  const ports = await choosePorts(join(folders.run, "ports.json"), PREFERRED_PORTS, new Set([port]));
  const given = options.environment ?? process.env;
  // Only Prometheus reads the worker's port, so another one is chosen unless the operator names it.
  const workerHttpPort = given["WORKER_HTTP_PORT"] ? config.WORKER_HTTP_PORT : ports.workerHttp;
  const settled = { ...config, PORT: port, WORKER_HTTP_PORT: workerHttpPort };
  return {
    config: settled,
    folders,
    embedded: {
      postgres: !config.DATABASE_URL,
      temporal: !config.TEMPORAL_ADDRESS,
      objectStore: !config.S3_ENDPOINT,
      simulator: !config.CARRIER_SIMULATOR_BASE_URL,
    },
    ports,
    environment: { ...given, ...madeUp(settled, { folders, given }), NODE_ENV: given["NODE_ENV"] || "production" },
    entryPoints: { ...ENTRY_POINTS, ...options.entryPoints },
    bundlePrograms: options.bundlePrograms ?? (options.runsSources || options.entryPoints ? undefined : bundlePrograms),
    buildConsole: options.buildConsole ?? buildConsole,
    onLogLine: options.onLogLine,
    isUnflushed: options.isUnflushed ?? false,
    onInstall: options.onInstall ?? (() => {}),
  };
};

const madeUp = (
  config: Config,
  { folders, given }: { folders: { data: string }; given: NodeJS.ProcessEnv },
): NodeJS.ProcessEnv => {
  const secrets = loadStackSecrets(join(folders.data, "secrets.json"));
  return {
    HOST: config.HOST,
    PORT: String(config.PORT),
    SIGNUP_ENABLED:
      given["SIGNUP_ENABLED"] || String(config.DATABASE_URL ? SIGN_UP_ENABLED.usual : SIGN_UP_ENABLED.embedded),
    // Nothing in front of it would find another API meanwhile.
    DRAIN_SECONDS: given["DRAIN_SECONDS"] || "0",
    // `npm start` examines a first start itself.
    DOCTOR_AT_START: given["DOCTOR_AT_START"] || "false",
    WORKER_HTTP_PORT: String(config.WORKER_HTTP_PORT),
    DATA_DIR: folders.data,
    PUBLIC_BASE_URL: config.PUBLIC_BASE_URL ?? `http://${publicHost(config.HOST)}:${config.PORT}`,
    TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
    S3_BUCKET: config.S3_BUCKET,
    ENCRYPTION_KEY: config.ENCRYPTION_KEY ?? secrets.ENCRYPTION_KEY,
    SIMULATOR_SIGNING_KEY: config.SIMULATOR_SIGNING_KEY ?? secrets.SIMULATOR_SIGNING_KEY,
    ...objectStoreKeys(config, secrets),
  };
};

/** Keys of a real store are never generated: the processes themselves report missing ones. */
const objectStoreKeys = (config: Config, made: { S3_ACCESS_KEY: string; S3_SECRET_KEY: string }) => {
  if (config.S3_ENDPOINT) return {};
  return {
    S3_ACCESS_KEY: config.S3_ACCESS_KEY ?? made.S3_ACCESS_KEY,
    S3_SECRET_KEY: config.S3_SECRET_KEY ?? made.S3_SECRET_KEY,
  };
};

const publicHost = (host: string) => (host === "0.0.0.0" || host === "::" ? "localhost" : host);

const apiPort = async ({ HOST, PORT }: Config): Promise<number> => {
  if (PORT === 0) return findFreePort();
  const fault = await findListenFault(PORT, HOST);
  if (fault === undefined) return PORT;
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} is in use: stop the program that uses it, or choose another one with PORT.`,
    EACCES: `Port ${PORT} may not be listened on: choose one above 1023 with PORT.`,
  };
  throw new LocalStackError(sentences[fault] ?? `${HOST} is not an address of this machine (${fault}): correct HOST.`);
};
