import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBuiltGoProgram, type GoProgram, resolveGoProgram } from "./go-program.ts";
import { type RunningProcess, startProcess } from "./local-process.ts";
import { findFreePort, findFreeUdpPort } from "./ports.ts";

const LIVEKIT: GoProgram = {
  command: "livekit-server",
  version: "1.13.5",
  package: "github.com/livekit/livekit-server/cmd/server",
  moduleFolder: "livekit-server-module",
  variable: "LIVEKIT_SERVER",
};

/** Returns the path of the program that was built for this user; undefined: it was not built. */
export const findBuiltLivekit = (): string | undefined => findBuiltGoProgram(LIVEKIT);

export const resolveLivekit = (onInstall: (message: string) => void): Promise<string> =>
  resolveGoProgram(LIVEKIT, onInstall);

export interface LivekitOptions {
  program: string;
  /** The folder of its configuration and log. */
  dir: string;
  /** The HTTP port; the ports for audio follow it. 0: any free ones. */
  port: number;
  /** The ports for audio are any free ones, whatever the HTTP port is. */
  audioAnywhere?: true;
  apiKey: string;
  apiSecret: string;
  /** The Redis that it shares with LiveKit SIP; without one there are no phone calls. */
  redisAddress?: string;
  /** The address that gets an event for every room and everybody in it. */
  webhookUrl?: string;
  signal?: AbortSignal;
}

/** Starts LiveKit on loopback only, for the people at this machine; it asks no outside server for its address. */
export const startLivekit = async (options: LivekitOptions): Promise<RunningProcess & { url: string }> => {
  const { program, dir, apiKey, apiSecret, redisAddress, webhookUrl, signal } = options;
  mkdirSync(dir, { recursive: true });
  const port = options.port || (await findFreePort());
  const [tcp, udp, nobody] =
    options.port && !options.audioAnywhere
      ? [port + 1, port + 2, port + 3]
      : [await findFreePort(), await findFreeUdpPort(), await findFreePort()];
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
    ...(redisAddress !== undefined && { redis: { address: redisAddress } }),
    ...(webhookUrl !== undefined && { webhook: { api_key: apiKey, urls: [webhookUrl] } }),
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
