import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { type BareTable, openBareTable } from "./bare-copy.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { writeContactFile } from "./contact-rows.ts";
import { type ImportingOrganization, openImportingOrganization } from "./importing-organization.ts";
import { median } from "./median.ts";
import { forgetPeak, memoryOf } from "./process-memory.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 3;
const RATIO_GOAL = 2;
/** The growth of the peak for a file ten times as large: its own size would be more than this factor. */
const MEMORY_GOAL = 1.15;

export const importBench: BenchPart = {
  name: "import",
  title: "contacts from a file through the whole platform, beside a bare COPY of the same rows",
  run: async (context) => {
    const folder = mkdtempSync(join(tmpdir(), "ringdown-bench-import-"));
    const stack = await openTestStack();
    try {
      return await measure(context, { stack, folder });
    } finally {
      await stack.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Round {
  importSeconds: number;
  copySeconds: number;
}

const measure = async (
  { scale, say }: BenchContext,
  { stack, folder }: { stack: TestStack; folder: string },
): Promise<BenchRow[]> => {
  const organization = await openImportingOrganization(stack.running);
  const table = await openBareTable(stack.running.environment["DATABASE_MIGRATIONS_URL"] ?? "", { folder });
  try {
    const [small = 0, middle = 0, large = 0] = SIZES.map((size) => Math.max(Math.round(size * scale), 100));
    const worker = stack.running.pid("worker") ?? 0;
    const peaks = [memoryOf(worker).residentMb];
    // Its start may have taken more than an import does.
    forgetPeak(worker);
    for (const count of [small, middle]) {
      const file = await fileOf(folder, count);
      await organization.importFile(file, count);
      peaks.push(memoryOf(worker).peakMb);
      say(`${count.toLocaleString("en")} rows imported; the worker's peak is ${peaks.at(-1)} MB`);
    }
    const rounds = await measureRounds({ count: large, folder, say }, { organization, table });
    peaks.push(memoryOf(worker).peakMb);
    return [timeRow(large, rounds), memoryRow([small, middle, large], peaks)];
  } finally {
    await table.close();
  }
};

/** Measures both in turns, so that other load on the machine affects both; both tables are empty each time. */
const measureRounds = async (
  { count, folder, say }: { count: number; folder: string; say: BenchContext["say"] },
  { organization, table }: { organization: ImportingOrganization; table: BareTable },
): Promise<Round[]> => {
  const file = await fileOf(folder, count);
  await table.prepare(count, organization.organizationId);
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await table.empty();
    const copySeconds = await table.copy();
    await table.empty();
    const importSeconds = await organization.importFile(file, count);
    rounds.push({ importSeconds, copySeconds });
    const megabytes = Math.round(statSync(file).size / 1e6);
    say(`round ${round}: ${megabytes} MB in ${importSeconds.toFixed(1)} s, COPY in ${copySeconds.toFixed(1)} s`);
  }
  return rounds;
};

const fileOf = async (folder: string, count: number): Promise<string> => {
  const path = join(folder, `${count}.csv`);
  await writeContactFile(path, count);
  return path;
};

const timeRow = (count: number, rounds: readonly Round[]): BenchRow => {
  const ratio = median(rounds.map(({ importSeconds, copySeconds }) => importSeconds / copySeconds));
  const seconds = median(rounds.map(({ importSeconds }) => importSeconds));
  const perSecond = Math.round(count / seconds).toLocaleString("en");
  return {
    figure: `import of ${count.toLocaleString("en")} contacts from a file, s (median of ${rounds.length})`,
    measured: `${seconds.toFixed(1)} (${perSecond} rows/s)`,
    floor: `COPY of the same rows: ${median(rounds.map(({ copySeconds }) => copySeconds)).toFixed(1)}`,
    ratio,
    goal: `≤ ${RATIO_GOAL}×`,
    holds: ratio <= RATIO_GOAL,
  };
};

/** The peak only ever rises: the ratio is what ten times the rows added to it. */
const memoryRow = (sizes: readonly number[], [idle = 0, small = 0, middle = 0, large = 0]: number[]): BenchRow => {
  const [smallSize, middleSize, largeSize] = sizes.map((size) => size.toLocaleString("en"));
  const ratio = large / middle;
  return {
    figure: `peak memory of the worker with ${largeSize} rows, MB`,
    measured: `${large}`,
    floor: `with ${middleSize}: ${middle}; with ${smallSize}: ${small}; at rest: ${idle}`,
    ratio,
    goal: `≤ ${MEMORY_GOAL}×`,
    holds: ratio <= MEMORY_GOAL,
  };
};
