import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createStopSignal } from "../../infra/stop-signal.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";
import { COLLECTIONS_LOGGED } from "./collected-heap.ts";
import { openSoakRecord, readSoakRecord, type SoakLine } from "./soak-record.ts";
import { reportSoak } from "./soak-report.ts";
import { openSoakReader, type SoakReader } from "./soak-samples.ts";
import { type SoakTraffic, startSoakTraffic } from "./soak-traffic.ts";

const HOUR_MS = 3_600_000;
const FEWEST_SAMPLES = 60;
const LONGEST_PAUSE_MS = 60_000;
const TOLD_EVERY_SHARE = 0.1;
const RECORDS = join(import.meta.dirname, "../../.cache/soak");

export const soakScenario: ChaosScenario = {
  name: "soak",
  title: "hours of steady traffic of every kind: nothing grows but what the traffic adds (--hours, --in, --from)",
  usualSize: 0,
  runsOnlyByName: true,
  run: async (options) => reportSoak(readSoakRecord(options.from ?? (await recordSoak(options)))),
};

/** Returns the file of the record. */
const recordSoak = async (options: ChaosOptions): Promise<string> => {
  const dataIn = options.in === null ? undefined : join(options.in, "data");
  const file = options.in === null ? nameRecord() : join(options.in, "soak.ndjson");
  const last = existsSync(file) ? readSoakRecord(file).at(-1) : undefined;
  const write = openSoakRecord(file);
  if (dataIn !== undefined) mkdirSync(dataIn, { recursive: true });
  if (last !== undefined) options.say(`It goes on after ${last.acts} acts.`);
  options.say(`Its samples go to ${file}. The table of them at any time: npm run chaos -- soak --from ${file}`);
  options.say("Ctrl-C or SIGTERM ends it earlier, with its verdict so far.");
  const stopping = createStopSignal();
  const stack = await openLoggedStack(dataIn);
  try {
    const reader = await openSoakReader(stack.running);
    const traffic = await startSoakTraffic(stack.running, { ...options, before: last });
    const run = (last?.run ?? 0) + 1;
    try {
      await takeSamples({ traffic, reader, write: (line) => write({ ...line, run }), stopping }, options);
    } finally {
      await traffic.stop();
      await reader.close();
    }
  } finally {
    await stack.close({ keepData: options.keep || dataIn !== undefined });
  }
  if (options.in !== null) options.say(`It goes on with: npm run chaos -- soak --in ${options.in}`);
  return file;
};

const nameRecord = (): string => join(RECORDS, `${new Date().toISOString().replaceAll(":", "-")}.ndjson`);

/** Starts a stack whose programs of Go tell of their collections. */
const openLoggedStack = async (dataIn: string | undefined): Promise<TestStack> => {
  const before = process.env["GODEBUG"];
  Object.assign(process.env, COLLECTIONS_LOGGED);
  try {
    return await openTestStack({ OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1" }, { dataIn });
  } finally {
    if (before === undefined) delete process.env["GODEBUG"];
    else process.env["GODEBUG"] = before;
  }
};

interface Sampling {
  traffic: SoakTraffic;
  reader: SoakReader;
  write(line: Omit<SoakLine, "run">): void;
  stopping: AbortSignal;
}

const takeSamples = async (sampling: Sampling, { hours, say }: ChaosOptions): Promise<void> => {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, (hours * HOUR_MS) / FEWEST_SAMPLES);
  const startMs = Date.now();
  const endMs = startMs + hours * HOUR_MS;
  for (let toldUntil = 0; ; ) {
    const line = await takeSample(sampling);
    const share = Math.min(1, (Date.now() - startMs) / (endMs - startMs));
    if (share >= toldUntil) say(describeSample(line, share));
    if (share >= toldUntil) toldUntil = share + TOLD_EVERY_SHARE;
    if (Date.now() >= endMs || sampling.stopping.aborted) return;
    await delay(Math.min(pauseMs, endMs - Date.now()), undefined, { signal: sampling.stopping }).catch(() => {});
  }
};

/** Takes a sample and writes it down. A reading that fails, such as of a part that starts again, leaves its values out. */
const takeSample = async ({ traffic, reader, write }: Sampling): Promise<Omit<SoakLine, "run">> => {
  const values = await reader.read().catch((error: unknown): Record<string, number> => {
    traffic.tellFailure("sample", error);
    return {};
  });
  const line = { atMs: Date.now(), values, ...traffic.tell() };
  write(line);
  return line;
};

const describeSample = ({ acts, values }: Pick<SoakLine, "acts" | "values">, share: number): string => {
  const memory = ["api", "worker", "temporal", "object-store", "postgres"]
    .map((part) => `${part} ${values[`${part} memory, MB`] ?? "?"}`)
    .join(", ");
  return `${Math.round(share * 100)} %: ${acts} acts; MB: ${memory}`;
};
