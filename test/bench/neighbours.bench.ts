import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { RunningStack } from "../../infra/local/stack.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { quantile } from "./median.ts";
import { measureNeighbour, type Neighbour, type NeighbourTimes } from "./neighbours/measure-neighbour.ts";
import { NUISANCE_NAMES, type NuisanceName } from "./neighbours/nuisance-names.ts";
import { openNeighbour, openNuisance } from "./neighbours/open-neighbours.ts";
import { measureProcessorTime } from "./neighbours/processor-time.ts";
import { startBother } from "./neighbours/start-bother.ts";
import type { Answers, Surroundings } from "./neighbours/surroundings.ts";
import { type MemoryReadings, readMemory } from "./neighbours/watch-memory.ts";
import { writeWideText } from "./neighbours/wide-text.ts";
import { writeWideWorkbook } from "./neighbours/wide-workbook.ts";

const WORKBOOK = { rows: 190_000, columns: 34 };
const TEXT = { rows: 900_000, columns: 34 };
const CALLS = 48;
/** Imports read a workbook for ten seconds before they store its contacts, and both are measured. */
const CALLS_BESIDE: Partial<Record<NuisanceName, number>> = { imports: 120, "text imports": 120 };
const WARM_UP_CALLS = 40;
/** The wait until the work is in progress: workbooks are read, streams are open. */
const UNDER_WAY_MS = 3000;
const RATIO_GOAL = 3;
const API_GOAL_MB = 500;
/** The worker serves every organization: what one does may not stay in it. */
const WORKER_GROWTH_GOAL_MB = 50;
const METRICS_TOKEN = "the token of the benchmark";

/**
 * One organization does each thing at its limit, in a separate process that gets only the processor time that nothing else wants, as if on
 * another machine; another one's requests are measured beside it, and on the idle platform right before and after, so that
 * other load on the machine affects both. A proxy's header gives each its own network address; all limits are the
 * defaults.
 */
export const neighboursBench: BenchPart = {
  name: "neighbours",
  title: "a read, a write and a call's first request while another organization does the most that it may",
  sections: NUISANCE_NAMES,
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-neighbours-"));
    const stack = await openTestStack({
      TRUST_PROXY: "1",
      SIGNUPS_PER_HOUR: "10",
      OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1",
      METRICS_TOKEN,
      LOG_LEVEL: "info",
    });
    try {
      return await measureAll(context, { stack: stack.running, folder });
    } finally {
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Street {
  stack: RunningStack;
  neighbour: Neighbour;
  nuisance: Surroundings;
  calls: number;
  scale: number;
}

const measureAll = async (
  { scale, say, only }: BenchContext,
  { stack, folder }: { stack: RunningStack; folder: string },
): Promise<BenchRow[]> => {
  const workbook = join(folder, "wide.xlsx");
  const text = join(folder, "wide.csv");
  writeWideWorkbook(workbook, { ...WORKBOOK, rows: rowsOfFile(WORKBOOK, scale) });
  await writeWideText(text, { ...TEXT, rows: rowsOfFile(TEXT, scale) });
  const nuisance = await openNuisance(stack, { workbook, text });
  const neighbour = await openNeighbour(stack);
  const street = { stack, neighbour, nuisance, calls: callsOf(CALLS, scale), scale };
  await measureNeighbour(neighbour, { calls: WARM_UP_CALLS });
  const rows: BenchRow[] = [];
  let before = await measureNeighbour(neighbour, street);
  for (const name of NUISANCE_NAMES.filter((each) => only === null || each === only)) {
    const measured = await measureBeside(street, name);
    const after = await measureNeighbour(neighbour, street);
    const idle = together([before, after]);
    say(
      `${name}: ${figuresOf(measured.times)}; idle ${figuresOf(idle)}; ${answersOf(measured.answers)}; processors: ${measured.processors}`,
    );
    for (const failure of measured.times.failures.slice(0, 3)) say(`  ${failure}`);
    rows.push(...rowsOf(measured, idle));
    before = after;
  }
  return rows;
};

const rowsOfFile = ({ rows }: { rows: number }, scale: number): number => Math.max(Math.round(rows * scale), 1000);
const callsOf = (calls: number, scale: number): number => Math.max(Math.round(calls * scale), 12);

interface Bothered {
  name: NuisanceName;
  times: NeighbourTimes;
  answers: Answers;
  /** How many processors each part used meanwhile. */
  processors: string;
  before: MemoryReadings;
  after: MemoryReadings;
}

const measureBeside = async ({ stack, neighbour, nuisance, scale }: Street, name: NuisanceName): Promise<Bothered> => {
  const before = await readMemory(stack, METRICS_TOKEN);
  const bother = startBother({ name, surroundings: nuisance });
  await delay(UNDER_WAY_MS);
  const readProcessors = measureProcessorTime(stack, bother.pid);
  const times = await measureNeighbour(neighbour, { calls: callsOf(CALLS_BESIDE[name] ?? CALLS, scale) });
  const processors = readProcessors();
  const answers = await bother.stop();
  const after = await readMemory(stack, METRICS_TOKEN);
  return { name, times, answers, processors, before, after };
};

const together = (all: readonly NeighbourTimes[]): NeighbourTimes => ({
  read: all.flatMap(({ read }) => read),
  write: all.flatMap(({ write }) => write),
  firstRequest: all.flatMap(({ firstRequest }) => firstRequest),
  failures: all.flatMap(({ failures }) => failures),
});

const KINDS = [
  { kind: "read", words: "a read" },
  { kind: "write", words: "a write" },
  { kind: "firstRequest", words: "a call's first request" },
] as const;

const figuresOf = (times: NeighbourTimes | undefined): string =>
  KINDS.map(({ kind, words }) => `${words} ${p95(times?.[kind] ?? [])}`).join(", ");

const p95 = (times: readonly number[]): string => `${quantile(times, 0.95).toFixed(1)} ms`;

const rowsOf = (bothered: Bothered, idle: NeighbourTimes): BenchRow[] => [
  ...KINDS.map(({ kind, words }): BenchRow => {
    const times = bothered.times[kind];
    const ratio = quantile(times, 0.95) / quantile(idle[kind], 0.95);
    return {
      figure: `beside ${bothered.name}: ${words}, p95`,
      measured: p95(times),
      floor: `idle: ${p95(idle[kind])}`,
      ratio,
      goal: `≤ ${RATIO_GOAL}×`,
      holds: ratio <= RATIO_GOAL,
    };
  }),
  failureRow(bothered),
  memoryRow(bothered),
];

const failureRow = ({ name, times, answers }: Bothered): BenchRow => ({
  figure: `beside ${name}: requests refused to the neighbour; what the other was answered`,
  measured: `${times.failures.length}; ${answersOf(answers)}`,
  floor: "",
  ratio: null,
  goal: "0",
  holds: times.failures.length === 0,
});

const answersOf = (answers: Answers): string =>
  Object.entries(answers)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");

/** The processes of before are those of after: none was started again. */
const memoryRow = ({ name, before, after }: Bothered): BenchRow => {
  const isSame = before.api.pid === after.api.pid && before.worker.pid === after.worker.pid;
  const growth = (part: "api" | "worker") => after[part].heapMb - before[part].heapMb;
  return {
    figure: `beside ${name}: most memory of API / worker, MB; growth of their heaps`,
    measured: `${after.api.peakMb} / ${after.worker.peakMb}; ${growth("api")} / ${growth("worker")}`,
    floor: isSame ? "" : "a process was started again",
    ratio: null,
    goal: `API < ${API_GOAL_MB}, the worker's heap grows by < ${WORKER_GROWTH_GOAL_MB}`,
    holds: isSame && after.api.peakMb < API_GOAL_MB && growth("worker") < WORKER_GROWTH_GOAL_MB,
  };
};
