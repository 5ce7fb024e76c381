import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { startObjectStore } from "./embedded-object-store.ts";
import { createFullStoreWatch, type FullStoreWatch } from "./full-store.ts";
import { startProcess } from "./local-process.ts";
import { chooseMemorySettings, findCompileCacheFolder } from "./memory-settings.ts";
import { startPostgres } from "./postgres.ts";
import type { StackPlan } from "./stack-plan.ts";
import type { Part } from "./supervisor.ts";
import { startTemporalDevServer } from "./temporal.ts";

const DATABASE = "ringdown";
const DRAIN_TIMEOUT_MS = 30_000;

/** Returns the servers that run here because no variable names a real one, in no particular order. */
export const listServerParts = (plan: StackPlan, onEvent: (sentence: string) => void): Part[] => {
  const { embedded } = plan;
  return [
    ...(embedded.postgres ? [postgresPart(plan)] : []),
    ...(embedded.temporal ? [temporalPart(plan)] : []),
    ...(embedded.objectStore ? [objectStorePart(plan, createFullStoreWatch({ onEvent }))] : []),
    ...(embedded.simulator ? [simulatorPart(plan)] : []),
  ];
};

const postgresPart = ({ folders, ports, environment, isUnflushed }: StackPlan): Part => ({
  name: "postgres",
  start: async (signal) => {
    const dir = join(folders.data, "postgres");
    const postgres = await startPostgres({
      dir,
      port: ports.postgres,
      fast: isUnflushed,
      logFile: logOf(folders.logs, "postgres"),
      signal,
    });
    await postgres.createDatabase(DATABASE);
    environment["DATABASE_URL"] = postgres.applicationUrl(DATABASE);
    environment["DATABASE_MIGRATIONS_URL"] = postgres.url(DATABASE);
    return postgres;
  },
});

const temporalPart = ({ folders, ports, environment, config, onInstall }: StackPlan): Part => ({
  name: "temporal",
  start: async (signal) => {
    const temporal = await startTemporalDevServer({
      dir: join(folders.data, "temporal"),
      port: ports.temporal,
      uiPort: ports.temporalUi,
      namespace: config.TEMPORAL_NAMESPACE,
      logFile: logOf(folders.logs, "temporal"),
      onInstall,
      signal,
    });
    environment["TEMPORAL_ADDRESS"] = temporal.address;
    environment["TEMPORAL_UI_URL"] = temporal.uiUrl;
    return temporal;
  },
});

const objectStorePart = (
  { folders, ports, environment, onInstall }: StackPlan,
  fullStoreWatch: FullStoreWatch,
): Part => ({
  name: "object-store",
  start: async (signal) => {
    const store = await startObjectStore({
      dir: join(folders.data, "object-store"),
      port: ports.objectStore,
      accessKey: environment["S3_ACCESS_KEY"],
      secretKey: environment["S3_SECRET_KEY"],
      logFile: logOf(folders.logs, "object-store"),
      onInstall,
      fullStoreWatch,
      signal,
    });
    environment["S3_ENDPOINT"] = store.endpoint;
    return store;
  },
});

const simulatorPart = ({ folders, ports, environment, entryPoints }: StackPlan): Part => ({
  name: "simulator",
  start: async (signal) => {
    const baseUrl = `http://127.0.0.1:${ports.simulator}`;
    const simulator = await startProcess({
      name: "The carrier simulator",
      command: process.execPath,
      args: [entryPoints.simulator],
      env: {
        NODE_COMPILE_CACHE: findCompileCacheFolder(environment),
        ...environment,
        DATABASE_MIGRATIONS_URL: undefined,
        SIMULATOR_PORT: String(ports.simulator),
        SIMULATOR_DATA_DIR: join(folders.data, "simulator"),
      },
      cwd: folders.root,
      logFile: logOf(folders.logs, "simulator"),
      isReady: () => answers(baseUrl),
      signal,
    });
    environment["CARRIER_SIMULATOR_BASE_URL"] = baseUrl;
    return simulator;
  },
});

/** Migrates the database; the same command serves an external database. */
export const runMigrations = async (
  { folders, environment, entryPoints }: StackPlan,
  signal: AbortSignal,
): Promise<void> => {
  // The migration is finished when it ends with success; it never reports "ready".
  const migration = await startProcess({
    name: "The migration of the database",
    command: process.execPath,
    args: [entryPoints.migrate],
    env: { NODE_COMPILE_CACHE: findCompileCacheFolder(environment), ...environment },
    cwd: folders.root,
    logFile: logOf(folders.logs, "migrate"),
    isReady: (child) => child.exitCode === 0,
    signal,
  });
  await migration.ended;
};

export const describeApiPart = ({ config, ...plan }: StackPlan): Part => ({
  name: "api",
  start: (signal) =>
    startProcess({
      ...nodeProgram(plan, { name: "api", entryPoint: plan.entryPoints.api }),
      isReady: async () => (await fetch(`${buildLocalUrl(config)}/api/v1/health`)).ok,
      signal,
    }),
});

export const describeWorkerPart = (plan: StackPlan): Part => ({
  name: "worker",
  start: (signal) =>
    startProcess({ ...nodeProgram(plan, { name: "worker", entryPoint: plan.entryPoints.worker }), signal }),
});

/**
 * Returns the media process, which speaks and listens, where LiveKit is configured or models of the machine itself do. It has no port for probes, because the worker
 * has it.
 */
export const listMediaParts = (plan: StackPlan): Part[] =>
  plan.config.LIVEKIT_URL || plan.config.LOCAL_SPEECH
    ? [mediaPart({ ...plan, environment: { ...plan.environment, WORKER_HTTP_PORT: "0" } })]
    : [];

const mediaPart = (plan: StackPlan): Part => ({
  name: "media",
  start: (signal) =>
    startProcess({ ...nodeProgram(plan, { name: "media", entryPoint: plan.entryPoints.media }), signal }),
});

const nodeProgram = (
  { folders, environment, onLogLine }: Pick<StackPlan, "folders" | "environment" | "onLogLine">,
  { name, entryPoint }: { name: string; entryPoint: string },
) => ({
  name: `The ${name} process`,
  command: process.execPath,
  args: [entryPoint],
  // Only the migrations use the login that owns the tables.
  env: chooseMemorySettings({ ...environment, DATABASE_MIGRATIONS_URL: undefined }),
  cwd: folders.root,
  logFile: logOf(folders.logs, name),
  ...(onLogLine && { onLine: onLogLine }),
  stopTimeoutMs: DRAIN_TIMEOUT_MS,
});

/** Returns the API's address on this machine; the API itself may listen on every address. */
export const buildLocalUrl = ({ HOST, PORT }: Pick<Config, "HOST" | "PORT">): string => {
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
};

const logOf = (logs: string, name: string) => join(logs, `${name}.log`);

const answers = async (url: string): Promise<boolean> => {
  await fetch(url);
  return true;
};
