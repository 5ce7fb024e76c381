import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheFolder } from "../cache-folder.ts";
import { errorCode, errorMessage, LocalStackError } from "./failure.ts";
import { type RunningProcess, startProcess } from "./local-process.ts";
import { freePort, freeUdpPort } from "./ports.ts";
import { runCommand } from "./run-command.ts";

const COMMAND = "livekit-server";
const VERSION = "1.13.5";
const PACKAGE = "github.com/livekit/livekit-server/cmd/server";
/** Long enough for a cold build on two shared cores. */
const BUILD_TIMEOUT_MS = 3_600_000;

/** Returns the path of the program that was built for this user; undefined: it was not built. */
export const builtLivekit = (environment: NodeJS.ProcessEnv = process.env): string | undefined => {
  const built = join(folderOf(environment), "bin", COMMAND);
  return existsSync(built) ? built : undefined;
};

/**
 * Returns the path of LiveKit's server: the one that LIVEKIT_SERVER names, else one on PATH, else the one in the
 * per-user cache, which is built from the Go module proxy the first time, with every module's hash from
 * `livekit-server-module/go.sum`.
 * @throws LocalStackError where Go is missing or the build fails.
 */
export const resolveLivekit = async (onInstall: (message: string) => void): Promise<string> => {
  const { env } = process;
  const configured = env["LIVEKIT_SERVER"];
  if (configured) return configured;
  const onPath = (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, COMMAND));
  return onPath.find(isExecutable) ?? builtLivekit(env) ?? build(env, onInstall);
};

const folderOf = (environment: NodeJS.ProcessEnv) =>
  join(cacheFolder(environment), `${COMMAND}-${VERSION}-${process.platform}-${process.arch}`);

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const build = async (env: NodeJS.ProcessEnv, onInstall: (message: string) => void): Promise<string> => {
  const folder = folderOf(env);
  mkdirSync(cacheFolder(env), { recursive: true });
  onInstall(`Building ${COMMAND} ${VERSION} with Go into ${folder}, once for this user: this takes minutes …`);
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    const args = ["build", "-trimpath", "-ldflags", "-s -w", "-o", join(partial, "bin", COMMAND), PACKAGE];
    await runCommand("go", args, {
      cwd: join(import.meta.dirname, "livekit-server-module"),
      env,
      timeoutMs: BUILD_TIMEOUT_MS,
    });
    if (!existsSync(folder)) renameSync(partial, folder);
  } catch (error) {
    const reason = errorCode(error) === "ENOENT" ? "Go is not on PATH" : errorMessage(error);
    throw new LocalStackError(
      `LiveKit's server could not be built: ${reason}. Install Go 1.26 or newer, or name a ${COMMAND} in LIVEKIT_SERVER.`,
    );
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return join(folder, "bin", COMMAND);
};

export interface LivekitOptions {
  program: string;
  /** The folder of its configuration and log. */
  dir: string;
  /** The HTTP port; the ports for audio follow it. 0: any free one. */
  port: number;
  apiKey: string;
  apiSecret: string;
  signal?: AbortSignal;
}

/** Starts LiveKit on loopback only, for the people at this machine; it asks no outside server for its address. */
export const startLivekit = async (options: LivekitOptions): Promise<RunningProcess & { url: string }> => {
  const { program, dir, apiKey, apiSecret, signal } = options;
  mkdirSync(dir, { recursive: true });
  const port = options.port || (await freePort());
  const [tcp, udp, nobody] = options.port
    ? [port + 1, port + 2, port + 3]
    : [await freePort(), await freeUdpPort(), await freePort()];
  const config = {
    port,
    bind_addresses: [LOOPBACK],
    rtc: {
      tcp_port: tcp,
      udp_port: udp,
      node_ip: LOOPBACK,
      use_external_ip: false,
      enable_loopback_candidate: true,
      interfaces: { includes: ["lo", "lo0"] },
      // With an empty list LiveKit would use public servers.
      stun_servers: [`${LOOPBACK}:${nobody}`],
    },
    keys: { [apiKey]: apiSecret },
  };
  const file = join(dir, "livekit.json");
  // YAML is a superset of JSON.
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const running = await startProcess({
    name: "LiveKit's server",
    command: program,
    args: ["--config", file],
    cwd: dir,
    logFile: join(dir, "livekit.log"),
    isReady: async () => (await fetch(`http://${LOOPBACK}:${port}`)).ok,
    ...(signal && { signal }),
  });
  return { ...running, url: `ws://${LOOPBACK}:${port}` };
};

const LOOPBACK = "127.0.0.1";
