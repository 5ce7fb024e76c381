import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeFailures, type TestedFile } from "./failure-lines.ts";
import { LONG_FILES } from "./long-files.ts";

/**
 * `npm test` and `npm run test:long`: run Jest with the given arguments; without any the first one runs all tests but the long ones, and the
 * second one these. Where such a run of everything ended with a few files that failed, they run a second time with nothing beside them. What fails then too fails the run. What passes alone is told at the end as failed beside others: it depends on
 * how busy the machine is, or on another test, and is to be mended.
 */
const ROOT = join(import.meta.dirname, "../..");
const JEST = [
  "--experimental-vm-modules",
  "--disable-warning=ExperimentalWarning",
  join(ROOT, "node_modules/jest/bin/jest.js"),
];

/** More of them are no matter of one busy moment. */
export const MOST_REPEATED_FILES = 3;

/** Where the reporter leaves what came of a run, as JSON of `RunOutcome`. */
export const OUTCOME_FILE = "TEST_OUTCOME_FILE";

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface RunOutcome {
  counts: TestCounts;
  /** Each file in which something failed, with what passed and was skipped in it, and the lines that tell of it. */
  failedFiles: { path: string; passed: number; skipped: number; lines: string[] }[];
}

export const describeCounts = ({ passed, failed, skipped }: TestCounts): string =>
  `Tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** Returns what the reporter leaves of files that Jest tells of. */
export const summarizeRun = (
  counts: TestCounts,
  files: readonly (TestedFile & { numPassingTests: number; numPendingTests: number; numTodoTests: number })[],
): RunOutcome => ({
  counts,
  failedFiles: files.flatMap((file) => {
    const lines = describeFailures(file);
    const { testFilePath: path, numPassingTests: passed, numPendingTests, numTodoTests } = file;
    return lines.length === 0 ? [] : [{ path, passed, skipped: numPendingTests + numTodoTests, lines }];
  }),
});

/** Returns the files of a run of everything that are run again, alone. */
export const chooseRepeated = (isOfEverything: boolean, outcome: RunOutcome | null): string[] => {
  const files = outcome?.failedFiles ?? [];
  return isOfEverything && files.length <= MOST_REPEATED_FILES ? files.map(({ path }) => path) : [];
};

/** Returns what both runs together counted: the second one in place of its files in the first. */
export const addCounts = (first: RunOutcome, second: TestCounts): TestCounts => {
  const repeated = (count: "passed" | "skipped") => first.failedFiles.reduce((sum, file) => sum + file[count], 0);
  return {
    passed: first.counts.passed - repeated("passed") + second.passed,
    failed: second.failed,
    skipped: first.counts.skipped - repeated("skipped") + second.skipped,
  };
};

/** Asks for the long test files alone. */
const LONG_ONES = "--long";

/** Returns what Jest is asked for, and whether that is everything of its kind. */
export const chooseTests = (args: readonly string[]): { asked: readonly string[]; isOfEverything: boolean } => {
  const [first, ...others] = args;
  if (first === LONG_ONES)
    return { asked: ["--runTestsByPath", ...LONG_FILES, ...others], isOfEverything: others.length === 0 };
  if (first !== undefined) return { asked: args, isOfEverything: false };
  return {
    asked: LONG_FILES.flatMap((file) => ["--testPathIgnorePatterns", `/${escapeForPattern(file)}$`]),
    isOfEverything: true,
  };
};

const escapeForPattern = (file: string): string => file.replaceAll(".", "\\.");

/** Runs tests, and returns the exit status. `command`: of Jest, for Node. */
export const runTests = async (args: readonly string[], command: readonly string[] = JEST): Promise<number> => {
  const { asked, isOfEverything } = chooseTests(args);
  const first = await runOnce([...command, ...asked]);
  const files = chooseRepeated(isOfEverything, first.outcome);
  if (first.status === 0 || first.outcome === null || files.length === 0) return first.status;
  console.log(`\n${files.length} of the files failed beside others. They run again, alone.\n`);
  const second = await runOnce([...command, "--maxWorkers", "1", "--runTestsByPath", ...files]);
  if (second.outcome === null) return second.status || 1;
  const failedAlone = new Set(second.outcome.failedFiles.map(({ path }) => path));
  const passedAlone = first.outcome.failedFiles.filter(({ path }) => !failedAlone.has(path));
  console.log(
    [
      "",
      ...passedAlone.flatMap(({ lines }) => lines.map((line) => `PASSED ALONE, beside others ${line}`)),
      ...second.outcome.failedFiles.flatMap(({ lines }) => lines),
      describeCounts(addCounts(first.outcome, second.outcome.counts)),
    ].join("\n"),
  );
  return second.status;
};

const runOnce = async (command: readonly string[]): Promise<{ status: number; outcome: RunOutcome | null }> => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-outcome-"));
  const file = join(folder, "outcome.json");
  try {
    const env = { ...process.env, [OUTCOME_FILE]: file };
    const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: "inherit" });
    const forget = passSignals(child);
    const [code] = await once(child, "exit");
    forget();
    return { status: typeof code === "number" ? code : 1, outcome: readOutcome(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Whoever ends this program ends the tests. */
const passSignals = (child: ChildProcess): (() => void) => {
  const signals = ["SIGINT", "SIGTERM"] as const;
  const pass = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
};

/** A run that was ended from outside leaves nothing. */
const readOutcome = (file: string): RunOutcome | null => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
};

if (import.meta.main) process.exitCode = await runTests(process.argv.slice(2));
