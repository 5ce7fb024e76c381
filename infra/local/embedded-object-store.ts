import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { resolveBinary } from "./binaries.ts";
import { createFullStoreWatch, type FullStoreWatch } from "./full-store.ts";
import { type RunningProcess, startProcess } from "./local-process.ts";
import { choosePorts, findFreePort, HIGHEST_PORT, isPortFree } from "./ports.ts";

export interface ObjectStoreOptions {
  /** Holds the objects, and the log unless `logFile` is set. */
  dir: string;
  /** Port of the S3 API. Default: any free one. */
  port?: number;
  /** Default: generated for this start. */
  accessKey?: string;
  secretKey?: string;
  logFile?: string;
  onInstall?: (message: string) => void;
  /** Ends a store that is stuck full. Default: one for this start alone, silent. */
  fullStoreWatch?: FullStoreWatch;
  signal?: AbortSignal;
}

export interface RunningObjectStore extends RunningProcess {
  /** Root of the S3 API: http://127.0.0.1:PORT. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
}

type InnerPort = "master" | "masterGrpc" | "volume" | "volumeGrpc" | "filer" | "filerGrpc" | "s3Grpc" | "admin";

/**
 * Starts SeaweedFS as a private object store: S3 on loopback, signed requests only, no telemetry, no other interface
 * (plain HTTP access to its internal servers is off). Its users create the buckets.
 * @throws LocalStackError with the end of its log, or when the `weed` program is not available.
 */
export const startObjectStore = async (options: ObjectStoreOptions): Promise<RunningObjectStore> => {
  const dir = resolve(options.dir);
  const data = join(dir, "data");
  mkdirSync(data, { recursive: true });
  const command = await resolveBinary("weed", { onInstall: options.onInstall });
  const accessKey = options.accessKey ?? randomBytes(10).toString("hex");
  const secretKey = options.secretKey ?? randomBytes(20).toString("hex");
  const credentials = writeCredentials(dir, { accessKey, secretKey });
  const inner = await innerPorts(dir, options.port);
  const port = options.port ?? (await findFreePort(new Set(Object.values(inner))));
  const logFile = options.logFile ?? join(dir, "object-store.log");
  const running = await startProcess({
    name: "The object store",
    command,
    args: [
      "mini",
      `-dir=${data}`,
      `-s3.port=${port}`,
      `-s3.config=${credentials}`,
      ...PRIVATE,
      ...SOCKETS,
      ...flags(inner),
    ],
    // A memory limit of the Go runtime would cost 6 to 10 % of a core at rest; earlier collection costs nothing there.
    env: { ...process.env, GOGC: "50" },
    cwd: dir, // It writes a few files of its own there.
    logFile,
    isReady: () => allHealthy([port, inner.master, inner.volume], `http://127.0.0.1:${inner.admin}/health`),
    stopTimeoutMs: 15_000,
    signal: options.signal,
  });
  const { fullStoreWatch = createFullStoreWatch({ onEvent: () => {} }) } = options;
  fullStoreWatch.watch({ running, folder: data, logFile });
  return { ...running, endpoint: `http://127.0.0.1:${port}`, accessKey, secretKey };
};

const PRIVATE = [
  ...["-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-master.telemetry=false", "-disableHttp", "-admin.ui=false"],
  ...["-webdav=false", "-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.iam=false", "-volume.preStopSeconds=0"],
];

/** The paths are relative to its folder, because the whole path of a socket is limited to about a hundred characters. */
const SOCKETS = ["-filer.localSocket=filer.sock", "-s3.localSocket=s3.sock"];

const flags = (inner: Record<InnerPort, number>) => [
  ...[`-master.port=${inner.master}`, `-master.port.grpc=${inner.masterGrpc}`],
  ...[`-volume.port=${inner.volume}`, `-volume.port.grpc=${inner.volumeGrpc}`],
  ...[`-filer.port=${inner.filer}`, `-filer.port.grpc=${inner.filerGrpc}`, `-s3.port.grpc=${inner.s3Grpc}`],
  ...[`-admin.port=${inner.admin}`, `-admin.port.grpc=${inner.admin + ADMIN_GRPC_OFFSET}`],
];

/** SeaweedFS's maintenance worker always looks for the admin's gRPC at this offset. */
const ADMIN_GRPC_OFFSET = 10_000;

/**
 * Chooses the ports of the inner parts, never the S3 API's: an inner part that listened there would answer in its place until
 * SeaweedFS ends.
 */
const innerPorts = async (dir: string, port = 0): Promise<Record<InnerPort, number>> => {
  const any = { master: 0, masterGrpc: 0, volume: 0, volumeGrpc: 0, filer: 0, filerGrpc: 0, s3Grpc: 0, admin: 0 };
  for (;;) {
    const ports = await choosePorts(join(dir, "ports.json"), any, new Set([port]));
    const adminGrpc = ports.admin + ADMIN_GRPC_OFFSET;
    // Lower ports may have been chosen for other servers that do not listen there yet.
    if (adminGrpc >= HIGHEST_PORT && (await isPortFree(adminGrpc))) return ports;
    writeFileSync(join(dir, "ports.json"), "{}");
  }
};

const writeCredentials = (dir: string, credentials: { accessKey: string; secretKey: string }): string => {
  const file = join(dir, "identities.json");
  const identity = {
    name: "ringdown",
    credentials: [credentials],
    actions: ["Admin", "Read", "Write", "List", "Tagging"],
  };
  writeFileSync(file, JSON.stringify({ identities: [identity] }), { mode: 0o600 });
  return file;
};

const allHealthy = async (ports: number[], adminUrl: string): Promise<boolean> => {
  const urls = [adminUrl, ...ports.map((port) => `http://127.0.0.1:${port}/healthz`)];
  const answers = await Promise.all(urls.map((url) => fetch(url)));
  return answers.every((answer) => answer.ok);
};
