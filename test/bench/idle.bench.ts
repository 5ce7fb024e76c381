import { setTimeout as delay } from "node:timers/promises";
import type { PartName, RunningStack } from "../../infra/local/stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { ANSWERED_AT_ONCE, dialEverybody } from "./dial-everybody.ts";
import { onStack } from "./on-stack.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { memoryOf } from "./process-memory.ts";

const CALLS = 400;
const PARTS: readonly PartName[] = ["api", "worker", "simulator", "object-store", "temporal", "postgres"];
/** Visibility, autovacuum and caches still work for a while after the last call. */
const AT_REST_AFTER_MS = 60_000;
/** Two rounds of the maintenance, which comes once a minute. */
const MEASURED_MS = 120_000;
const MOST_PERCENT = 2;

/** Measures the processor time of every embedded part while nobody uses the platform. */
export const idleBench: BenchPart = {
  name: "idle",
  title: "processor time and memory of every embedded part at rest, after the start and after a campaign",
  run: (context) => onStack((stack) => measure(stack, context)),
};

const measure = async (stack: RunningStack, context: BenchContext): Promise<BenchRow[]> => {
  const started = await measureRest(stack, context);
  context.say(`after the start: ${sentenceOf(started)}`);
  await dialEverybody(stack, {
    count: Math.max(Math.round(CALLS * context.scale), 20),
    script: ANSWERED_AT_ONCE,
    concurrency: 50,
  });
  const after = await measureRest(stack, context);
  context.say(`after a campaign: ${sentenceOf(after)}`);
  return [...rowsOf("after the start", started), ...rowsOf("after a campaign", after)];
};

interface Rest {
  /** Percent of one core, by part. */
  percent: Record<string, number>;
  /** Resident memory, by part. */
  residentMb: Record<string, number>;
}

const measureRest = async (stack: RunningStack, { scale }: BenchContext): Promise<Rest> => {
  await delay(AT_REST_AFTER_MS * scale);
  const cpu = () => PARTS.map((name) => cpuSecondsOf(stack.pid(name) ?? 0));
  const before = cpu();
  const startedMs = performance.now();
  await delay(MEASURED_MS * scale);
  const seconds = (performance.now() - startedMs) / 1000;
  const used = cpu().map((after, index) => ((after - (before[index] ?? 0)) / seconds) * 100);
  return {
    percent: Object.fromEntries(PARTS.map((name, index) => [name, used[index] ?? 0])),
    residentMb: Object.fromEntries(PARTS.map((name) => [name, memoryOf(stack.pid(name) ?? 0).residentMb])),
  };
};

const sumOf = (figures: Readonly<Record<string, number>>): number =>
  Object.values(figures).reduce((sum, each) => sum + each, 0);

const sentenceOf = ({ percent }: Rest): string =>
  Object.entries(percent)
    .map(([name, each]) => `${name} ${each.toFixed(2)} %`)
    .join(", ");

const rowsOf = (when: string, { percent, residentMb }: Rest): BenchRow[] => {
  const all = sumOf(percent);
  const row = { floor: "", ratio: null, goal: "", holds: null };
  return [
    ...PARTS.map((name) => ({
      ...row,
      figure: `${name}, idle ${when}, % of a core, MB`,
      measured: `${(percent[name] ?? 0).toFixed(2)}, ${residentMb[name] ?? 0}`,
    })),
    {
      ...row,
      figure: `all embedded parts together, idle ${when}, % of a core`,
      measured: all.toFixed(2),
      goal: `≤ ${MOST_PERCENT}`,
      holds: all <= MOST_PERCENT,
    },
  ];
};
