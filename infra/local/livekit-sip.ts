import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findProgramOnPath } from "../pinned-package/program-on-path.ts";
import { LocalStackError } from "./failure.ts";
import { findBuiltGoProgram, type GoProgram, resolveGoProgram } from "./go-program.ts";
import { type RunningProcess, startProcess } from "./local-process.ts";
import { findFreePort, findFreeUdpPort, isPortFree } from "./ports.ts";

const LIVEKIT_SIP: GoProgram = {
  command: "livekit-sip",
  version: "1.8.0",
  package: "github.com/livekit/sip/cmd/livekit-sip",
  moduleFolder: "livekit-sip-module",
  variable: "LIVEKIT_SIP",
  libraries: "the headers of opus, opusfile and soxr (Debian: libopus-dev libopusfile-dev libsoxr-dev)",
};
const LOOPBACK = "127.0.0.1";

/** Returns the path of the program that was built for this user; undefined: it was not built. */
export const findBuiltLivekitSip = (): string | undefined => findBuiltGoProgram(LIVEKIT_SIP);

export const resolveLivekitSip = (onInstall: (message: string) => void): Promise<string> =>
  resolveGoProgram(LIVEKIT_SIP, onInstall);

/** Returns the path of Redis, by which LiveKit and LiveKit SIP find each other; undefined: there is none on PATH. */
export const findRedisProgram = (): string | undefined => findProgramOnPath("redis-server");

export const startRedis = async (options: {
  program: string;
  dir: string;
  signal?: AbortSignal;
}): Promise<RunningProcess & { address: string }> => {
  const { program, dir, signal } = options;
  mkdirSync(dir, { recursive: true });
  const port = await findFreePort();
  const running = await startProcess({
    name: "Redis",
    command: program,
    // LiveKit stores in it which numbers take calls.
    args: ["--bind", LOOPBACK, "--port", String(port), "--save", "", "--appendonly", "yes", "--dir", dir],
    logFile: join(dir, "redis.log"),
    isReady: async () => !(await isPortFree(port)),
    ...(signal && { signal }),
  });
  return { ...running, address: `${LOOPBACK}:${port}` };
};

export interface LivekitSipOptions {
  program: string;
  dir: string;
  /** LiveKit's address: ws. */
  url: string;
  redisAddress: string;
  apiKey: string;
  apiSecret: string;
  /** The port of its SIP, UDP and TCP. 0: any free one. */
  port: number;
  /** Set where it also takes calls over TLS. */
  tls?: SipTls | undefined;
  /** Its environment; absent: that of this process. */
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

export interface SipTls {
  /** PEM files. */
  certFile: string;
  keyFile: string;
  /** 0: any free one. */
  port: number;
}

const CERT_VARIABLE = "LIVEKIT_SIP_TLS_CERT";
const KEY_VARIABLE = "LIVEKIT_SIP_TLS_KEY";
/** The usual port of SIP over TLS. */
const TLS_PORT = 5061;

/** Reads where the certificate for calls over TLS is; undefined: there is none. */
export const readSipTls = (env: NodeJS.ProcessEnv): SipTls | undefined => {
  const [certFile, keyFile] = [env[CERT_VARIABLE], env[KEY_VARIABLE]];
  if (!certFile && !keyFile) return undefined;
  if (!certFile || !keyFile)
    throw new LocalStackError(`${CERT_VARIABLE} and ${KEY_VARIABLE} belong together: name both files, or neither.`);
  for (const [variable, file] of [
    [CERT_VARIABLE, certFile],
    [KEY_VARIABLE, keyFile],
  ]) {
    if (file && !existsSync(file)) throw new LocalStackError(`${variable} names a file that is not there: ${file}.`);
  }
  return { certFile: resolve(certFile), keyFile: resolve(keyFile), port: TLS_PORT };
};

/** Starts LiveKit SIP on loopback only, for trunks of this machine. `tlsPort`: null without a certificate. */
export const startLivekitSip = async (
  options: LivekitSipOptions,
): Promise<RunningProcess & { port: number; tlsPort: number | null }> => {
  const { program, dir, url, redisAddress, apiKey, apiSecret, tls, env, signal } = options;
  mkdirSync(dir, { recursive: true });
  const port = options.port || (await findFreeUdpPort());
  const tlsPort = tls ? tls.port || (await findFreePort()) : null;
  const health = await findFreePort();
  const firstRtpPort = await findFreePort();
  const config = {
    api_key: apiKey,
    api_secret: apiSecret,
    ws_url: url,
    redis: { address: redisAddress },
    sip_port: port,
    rtp_port: `${firstRtpPort}-${firstRtpPort + 400}`,
    listen_ip: LOOPBACK,
    nat_1_to_1_ip: LOOPBACK,
    use_external_ip: false,
    health_port: health,
    ...(tls && { tls: { port: tlsPort, certs: [{ cert_file: tls.certFile, key_file: tls.keyFile }] } }),
    // The limit is switched off, because a developer's machine is busy with other work too.
    max_cpu_utilization: 1,
  };
  const file = join(dir, "livekit-sip.json");
  // YAML is a superset of JSON.
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  const running = await startProcess({
    name: "LiveKit SIP",
    command: program,
    args: ["--config", file],
    cwd: dir,
    logFile: join(dir, "livekit-sip.log"),
    ...(env && { env }),
    isReady: async () => (await fetch(`http://${LOOPBACK}:${health}`)).ok,
    ...(signal && { signal }),
  });
  return { ...running, port, tlsPort };
};
