import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { readConfig, readPublicBaseUrl } from "../config/config.ts";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import { takeRealTimePriority } from "../real-time-priority.ts";
import { LocalStackError } from "./failure.ts";
import { resolveLivekit, startLivekit } from "./livekit-server.ts";
import { findRedisProgram, readSipTls, resolveLivekitSip, startLivekitSip, startRedis } from "./livekit-sip.ts";
import type { RunningProcess } from "./local-process.ts";

/** Tells the operator on standard error, because scripts read standard output. */
const tellOperator = (text: string): void => {
  process.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
};
const PORT = 7880;
const SIP_PORT = 5060;

const keys = z.object({ apiKey: z.string(), apiSecret: z.string() });

/** Returns the same keys at each start, so that `npm start` knows them. */
const keptKeys = (dir: string): z.output<typeof keys> => {
  const file = join(dir, "keys.json");
  if (existsSync(file)) return keys.parse(JSON.parse(readFileSync(file, "utf8")));
  const made = { apiKey: "ringdown", apiSecret: randomBytes(32).toString("hex") };
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
};

/** Returns the programs that phone calls also need; null: one is missing, and the operator was told. */
const resolvePhoneParts = async (): Promise<{ redis: string; sip: string } | null> => {
  try {
    const redis = findRedisProgram();
    if (redis === undefined) throw new LocalStackError("Redis is not on PATH (Debian: redis-server).");
    return { redis, sip: await resolveLivekitSip(tellOperator) };
  } catch (error) {
    if (!(error instanceof LocalStackError)) throw error;
    tellOperator(`SKIPPED: calls over a SIP trunk: ${readErrorMessage(error)}`);
    return null;
  }
};

const main = async (): Promise<void> => {
  const leaving = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => leaving.abort());
  const config = readConfig(process.env);
  const dir = join(resolve(config.DATA_DIR), "livekit");
  mkdirSync(dir, { recursive: true });
  const tls = readSipTls(process.env);
  const program = await resolveLivekit(tellOperator);
  const phone = await resolvePhoneParts();
  if (process.argv.includes("--build-only")) {
    return tellOperator(`LiveKit's server is at ${program}${phone ? `, LiveKit SIP at ${phone.sip}` : ""}.`);
  }
  const { signal } = leaving;
  const redis = phone && (await startRedis({ program: phone.redis, dir, signal }));
  const livekit = await startLivekit({
    program,
    dir,
    port: PORT,
    ...keptKeys(dir),
    ...(redis && { redisAddress: redis.address, webhookUrl: `${readPublicBaseUrl(config)}/api/v1/telephony/livekit` }),
    signal,
  });
  const sip =
    phone && redis
      ? await startLivekitSip({
          program: phone.sip,
          dir,
          url: livekit.url,
          redisAddress: redis.address,
          ...keptKeys(dir),
          port: SIP_PORT,
          tls,
          signal,
        })
      : null;
  if (config.MEDIA_REAL_TIME !== false) goBeforeOthers([livekit, ...(sip ? [sip] : [])]);
  tellHow({ url: livekit.url, dir, sip });
  const running: RunningProcess[] = [sip, livekit, redis].filter((part) => part !== null);
  leaving.signal.addEventListener("abort", () => void stopAll(running));
  await Promise.race(running.map(({ ended }) => ended));
  await stopAll(running);
};

/** Has sound not wait for a processor, as the media process does. */
const goBeforeOthers = (running: readonly RunningProcess[]): void => {
  const reasons = running.map(({ pid }) => takeRealTimePriority(pid)).filter((reason) => reason !== null);
  if (reasons[0] !== undefined) tellOperator(`Sound waits for a processor like everything else: ${reasons[0]}`);
};

const stopAll = async (running: readonly RunningProcess[]): Promise<void> => {
  for (const part of running) await part.stop();
};

interface Started {
  url: string;
  dir: string;
  sip: { port: number; tlsPort: number | null } | null;
}

const tellHow = ({ url, dir, sip: calls }: Started): void => {
  const { apiKey, apiSecret } = keptKeys(dir);
  const overTls = calls?.tlsPort ? `, ${calls.tlsPort} over TLS` : "";
  const sip = calls === null ? "" : `, and LiveKit SIP on port ${calls.port}${overTls} (for trunks of this machine)`;
  tellOperator(`LiveKit runs${sip}. Start Ringdown with it, in another terminal:

  LIVEKIT_URL=${url} LIVEKIT_API_KEY=${apiKey} LIVEKIT_API_SECRET=${apiSecret} npm start
`);
};

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalStackError)) throw error;
  tellOperator(`SKIPPED: ${error.message}`);
  process.exitCode = 1;
}
