import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { resolveBinary } from "./binaries.ts";
import { type RunningProcess, startProcess } from "./local-process.ts";
import { findFreePort } from "./ports.ts";
import { choosePartitions } from "./task-queue-partitions.ts";

export interface TemporalOptions {
  /** Holds the database, and the log unless `logFile` is set. */
  dir: string;
  /** Port of the gRPC frontend. Default: any free one. */
  port?: number;
  /** Port of the Web UI. Unset: no Web UI. */
  uiPort?: number;
  /** Keeps everything in memory; for tests. */
  inMemory?: boolean;
  /** Namespaces are made after its start, as tests do, whose search attributes are needed at once; by default those in memory. */
  takesNamespaces?: boolean | undefined;
  namespace?: string;
  logFile?: string;
  onInstall?: (message: string) => void;
  signal?: AbortSignal;
}

export interface RunningTemporal extends RunningProcess {
  /** host:port of the gRPC frontend. */
  address: string;
  /** Root of the Web UI, when there is one. */
  uiUrl?: string;
  /** The address of the server's own metrics, for Prometheus. */
  metricsUrl: string;
}

export const SEARCH_ATTRIBUTES = {
  OrganizationId: "Int",
  CampaignId: "Int",
  CallState: "Keyword",
  CampaignState: "Keyword",
};

/** An operator's own server needs the same settings: docker-compose.yml sets them, docs/operators/scaling.md names them. */
export const DYNAMIC_CONFIG = {
  // Shares the workers fairly between organizations (priority and fairness keys of a task).
  "matching.useNewMatcher": true,
  "matching.enableFairness": true,
};

/**
 * The number of workflows that the server keeps in memory, also ended ones, at some 20 kB each. All calls of a minute at the
 * highest pace of two cores fit in; others are read from the file. The server's default is 8,096.
 */
const WORKFLOWS_IN_MEMORY = { "history.hostLevelCacheMaxSize": 2000 };

/**
 * The dev server would read its search attributes from disk ten times for each call, although nobody is served before they exist.
 * Tests create namespaces after the start and need their attributes at once.
 */
const searchAttributeReads = (inMemory: boolean) => ({
  "system.forceSearchAttributesCacheRefreshOnRead": inMemory,
});

/**
 * Starts the Temporal dev server on loopback and waits until its namespace and search attributes exist.
 * @throws LocalStackError with the end of its log, or when the `temporal` program is not available.
 */
export const startTemporalDevServer = async (options: TemporalOptions): Promise<RunningTemporal> => {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true });
  const command = await resolveBinary("temporal", { onInstall: options.onInstall });
  const databaseFile = options.inMemory ? null : join(dir, "temporal.db");
  const port = options.port ?? (await findFreePort());
  const httpPort = await findFreePort(new Set([port]));
  const metricsPort = await findFreePort(new Set([port, httpPort]));
  const running = await startProcess({
    name: "Temporal",
    command,
    args: [
      ...["server", "start-dev", "--ip", "127.0.0.1", "--log-level", "warn", "--log-format", "json"],
      ...["--port", String(port), "--http-port", String(httpPort), "--metrics-port", String(metricsPort)],
      ...(options.uiPort ? ["--ui-port", String(options.uiPort), "--ui-disable-news-fetch"] : ["--headless"]),
      ...(databaseFile === null ? [] : storage(databaseFile)),
      ...(options.namespace ? ["--namespace", options.namespace] : []),
      ...pairs("--search-attribute", SEARCH_ATTRIBUTES),
      ...pairs("--dynamic-config-value", {
        ...DYNAMIC_CONFIG,
        ...WORKFLOWS_IN_MEMORY,
        ...choosePartitions(databaseFile),
        ...searchAttributeReads(options.takesNamespaces ?? options.inMemory ?? false),
      }),
    ],
    env: chooseTemporalEnvironment(process.env, { inMemory: options.inMemory ?? false }),
    logFile: options.logFile ?? join(dir, "temporal.log"),
    isReady: () => hasSearchAttributes(`http://127.0.0.1:${httpPort}`, options.namespace ?? "default"),
    stopTimeoutMs: 15_000,
    signal: options.signal,
  });
  const uiUrl = options.uiPort ? `http://127.0.0.1:${options.uiPort}` : undefined;
  return { ...running, address: `127.0.0.1:${port}`, uiUrl, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
};

/**
 * Settings of the server's garbage collection. Half as many collections as usual save an eighth of its processor time or more and
 * use some 75 MB; near the limit it collects as often as it must. A server that lives only for minutes saves more.
 */
const COLLECTED = { GOGC: "200", GOMEMLIMIT: "400MiB" };
const SELDOM_COLLECTED = { GOGC: "400" };

/**
 * The first two pragmas make child workflows two to four times faster; a crash of the machine loses at most the last moments. The third
 * overwrites what is deleted: the name of an erased person's call does not stay in free pages.
 */
const storage = (file: string) => [
  ...["--db-filename", file],
  ...["--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=normal"],
  ...["--sqlite-pragma", "secure_delete=on"],
];

const pairs = (flag: string, values: Readonly<Record<string, string | number | boolean>>) =>
  Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);

const hasSearchAttributes = async (httpRoot: string, namespace: string): Promise<boolean> => {
  const answer = await fetch(`${httpRoot}/api/v1/namespaces/${namespace}/search-attributes`);
  if (!answer.ok) return false;
  const known = await answer.text();
  return Object.keys(SEARCH_ATTRIBUTES).every((name) => known.includes(`"${name}"`));
};

/**
 * Returns the variables of a server's process. Those that the CLI shares with us are left out: they configure clients of a server,
 * not this one. The user's own settings for garbage collection take precedence.
 */
export const chooseTemporalEnvironment = (
  environment: NodeJS.ProcessEnv,
  { inMemory }: { inMemory: boolean },
): NodeJS.ProcessEnv => ({
  ...(inMemory ? SELDOM_COLLECTED : COLLECTED),
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("TEMPORAL_"))),
});
