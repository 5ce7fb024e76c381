import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOCUMENT_TYPES } from "../../domain/document/document-type.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { type BareParse, parseBare } from "./documents/bare-parse.ts";
import { madeFiles } from "./documents/made-files.ts";
import { type PeakMemory, watchMemory } from "./documents/peak-memory.ts";
import { openReadingOrganizations, type ReadingOrganizations } from "./documents/reading-organization.ts";
import { cpuSecondsOf } from "./process-cpu.ts";
import { memoryOf } from "./process-memory.ts";

const BYTES = 100e6;
/** The size of the earlier files relative to the largest, which shows what memory grows with. */
const SMALL_SHARE = 0.1;
/** Steps of documents that one worker does at a time, see worker/queues.ts. */
const AT_A_TIME = 3;
const RATIO_GOAL = 8;
const MEMORY_GOAL = 1.25;
const PARTS = ["worker", "api", "postgres", "temporal", "object-store"] as const;

/** Documents of every type through the whole platform, with the built-in embedder and the embedded index. */
export const documentsBench: BenchPart = {
  name: "documents",
  title: `100 MB of files of nine types until they can be searched, against their parsing alone (${AT_A_TIME} processes at a time, nothing kept)`,
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-documents-"));
    // Uploads come as fast as they can; how fast a key may ask is not measured.
    const stack = await openTestStack({ RATE_LIMIT_PER_KEY_PER_SECOND: "1000" });
    try {
      return await measure(context, { stack, folder });
    } finally {
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Files {
  paths: string[];
  megabytes: number;
}

const measure = async (
  { scale, say }: BenchContext,
  { stack, folder }: { stack: TestStack; folder: string },
): Promise<BenchRow[]> => {
  const small = await makeFiles(join(folder, "small"), { bytes: BYTES * scale * SMALL_SHARE, seed: 1 });
  const large = await makeFiles(join(folder, "large"), { bytes: BYTES * scale, seed: 1001 });
  const organizations = await openReadingOrganizations(stack.running);
  try {
    const atRestMb = memoryOf(stack.running.pid("worker") ?? 0).ownMb;
    const first = await processAll({ stack, organizations, say }, small);
    const before = await bare(large, say);
    const all = await processAll({ stack, organizations, say }, large);
    const floors = [before, await bare(large, say)];
    return [timeRow(large, all, floors), memoryRow([small, large], { atRestMb, first, all }), childRow(all, floors)];
  } finally {
    await organizations.close();
  }
};

const makeFiles = async (folder: string, { bytes, seed }: { bytes: number; seed: number }): Promise<Files> => {
  mkdirSync(folder);
  const paths: string[] = [];
  for (const type of DOCUMENT_TYPES) {
    for await (const { name, content } of madeFiles(type, { bytes: bytes / DOCUMENT_TYPES.length, seed })) {
      paths.push(join(folder, name));
      writeFileSync(join(folder, name), content);
    }
  }
  return { paths, megabytes: paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6 };
};

interface Processed extends PeakMemory {
  seconds: number;
}

const processAll = async (
  {
    stack: { running },
    organizations,
    say,
  }: { stack: TestStack; organizations: ReadingOrganizations } & Pick<BenchContext, "say">,
  { paths, megabytes }: Files,
): Promise<Processed> => {
  const memory = watchMemory(running.pid("worker") ?? 0);
  const cpu = () => PARTS.map((name) => cpuSecondsOf(running.pid(name) ?? 0));
  const cpuBefore = cpu();
  const { seconds, passages } = await organizations.processFiles(paths);
  const used = cpu().map((at, part) => `${PARTS[part]} ${(at - (cpuBefore[part] ?? 0)).toFixed(0)}`);
  say(
    `${paths.length} files, ${megabytes.toFixed(1)} MB, ${passages.toLocaleString("en")} passages in ${seconds.toFixed(1)} s`,
  );
  say(`processor time, s: ${used.join(", ")}`);
  return { seconds, ...memory.end() };
};

const bare = async ({ paths }: Files, say: BenchContext["say"]): Promise<BareParse> => {
  const parsed = await parseBare(paths, { processes: AT_A_TIME });
  say(`parsed alone in ${parsed.seconds.toFixed(1)} s`);
  return parsed;
};

const timeRow = ({ paths, megabytes }: Files, { seconds }: Processed, floors: readonly BareParse[]): BenchRow => {
  const floor = floors.reduce((sum, each) => sum + each.seconds, 0) / floors.length;
  const minutes = seconds / 60;
  return {
    figure: `${paths.length} documents, ${megabytes.toFixed(0)} MB, until they can be searched, s`,
    measured: `${seconds.toFixed(1)} (${(paths.length / minutes).toFixed(0)} documents/min, ${(megabytes / minutes).toFixed(1)} MB/min)`,
    floor: `parsing alone: ${floor.toFixed(1)}`,
    ratio: seconds / floor,
    goal: `≤ ${RATIO_GOAL}×`,
    holds: seconds / floor <= RATIO_GOAL,
  };
};

const memoryRow = (
  [small, large]: readonly [Files, Files],
  { atRestMb, first, all }: { atRestMb: number; first: Processed; all: Processed },
): BenchRow => {
  const ratio = all.ownMb / first.ownMb;
  return {
    figure: `peak memory of the worker with ${large.megabytes.toFixed(0)} MB, without mapped files, MB`,
    measured: `${all.ownMb}`,
    floor: `with files a tenth as large, ${small.megabytes.toFixed(0)} MB: ${first.ownMb}; at rest: ${atRestMb}`,
    ratio,
    goal: `≤ ${MEMORY_GOAL}×`,
    holds: ratio <= MEMORY_GOAL,
  };
};

const childRow = ({ childMb }: Processed, floors: readonly BareParse[]): BenchRow => {
  const floor = Math.max(...floors.map(({ peakMb }) => peakMb));
  return {
    figure: "peak memory of a process that parses, MB",
    measured: `${childMb}`,
    floor: `of one that parses a third of the files: ${floor}`,
    ratio: null,
    goal: "",
    holds: null,
  };
};
