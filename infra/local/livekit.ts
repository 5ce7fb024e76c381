import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { readConfig } from "../config/config.ts";
import { LocalStackError } from "./failure.ts";
import { resolveLivekit, startLivekit } from "./livekit-server.ts";

/** Standard output is left to scripts. */
const tellOperator = (text: string): void => {
  process.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
};
const PORT = 7880;

const keys = z.object({ apiKey: z.string(), apiSecret: z.string() });

/** Returns the same keys at each start, so that `npm start` knows them. */
const keptKeys = (dir: string): z.output<typeof keys> => {
  const file = join(dir, "keys.json");
  if (existsSync(file)) return keys.parse(JSON.parse(readFileSync(file, "utf8")));
  const made = { apiKey: "ringdown", apiSecret: randomBytes(32).toString("hex") };
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return made;
};

const main = async (): Promise<void> => {
  const leaving = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => leaving.abort());
  const dir = join(resolve(readConfig(process.env).DATA_DIR), "livekit");
  mkdirSync(dir, { recursive: true });
  const program = await resolveLivekit(tellOperator);
  if (process.argv.includes("--build-only")) return tellOperator(`LiveKit's server is at ${program}.`);
  const { apiKey, apiSecret } = keptKeys(dir);
  const livekit = await startLivekit({ program, dir, port: PORT, apiKey, apiSecret, signal: leaving.signal });
  tellOperator(`LiveKit runs. Start Ringdown with it, in another terminal:

  LIVEKIT_URL=${livekit.url} LIVEKIT_API_KEY=${apiKey} LIVEKIT_API_SECRET=${apiSecret} npm start
`);
  leaving.signal.addEventListener("abort", () => void livekit.stop());
  await livekit.ended;
};

try {
  await main();
} catch (error) {
  if (!(error instanceof LocalStackError)) throw error;
  tellOperator(`SKIPPED: ${error.message}`);
  process.exitCode = 1;
}
