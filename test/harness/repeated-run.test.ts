import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { LONG_FILES } from "./long-files.ts";
import { addCounts, chooseRepeated, chooseTests, MOST_REPEATED_FILES, type RunOutcome } from "./repeated-run.ts";

const ROOT = join(import.meta.dirname, "../..");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ringdown-repeated-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const outcome = (
  failedFiles: string[],
  counts = { passed: 20, failed: failedFiles.length, skipped: 3 },
): RunOutcome => ({
  counts,
  failedFiles: failedFiles.map((path) => ({ path, passed: 4, skipped: 1, lines: [`FAILED ${path} › it`] })),
});

it("runs again what failed in a run of everything, where these are few", () => {
  const few = Array.from({ length: MOST_REPEATED_FILES }, (_, index) => `${index}.test.ts`);
  expect(chooseRepeated(true, outcome(few))).toEqual(few);
  expect(chooseRepeated(true, outcome([...few, "one more.test.ts"]))).toEqual([]);
  expect(chooseRepeated(false, outcome(few))).toEqual([]);
  expect(chooseRepeated(true, null)).toEqual([]);
});

it("leaves the long files out of a run of everything, and runs them alone by their own command", () => {
  const everything = chooseTests([]);
  expect(everything.isOfEverything).toBe(true);
  const patterns = everything.asked
    .filter((word) => word !== "--testPathIgnorePatterns")
    .map((word) => new RegExp(word));
  const isLeftOut = (file: string) => patterns.some((pattern) => pattern.test(join(ROOT, file)));
  expect(LONG_FILES.filter((file) => !isLeftOut(file))).toEqual([]);
  expect(isLeftOut("test/chaos/small-chaos.test.ts")).toBe(false);
  expect(chooseTests(["--long"])).toEqual({ asked: ["--runTestsByPath", ...LONG_FILES], isOfEverything: true });
});

it("runs a long file that is named as any other", () => {
  const named = ["test/console"];
  expect(chooseTests(named)).toEqual({ asked: named, isOfEverything: false });
});

it("has each of the long files", () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it("counts the second run in place of the files in the first", () => {
  expect(addCounts(outcome(["a.test.ts"]), { passed: 5, failed: 0, skipped: 1 })).toEqual({
    passed: 21,
    failed: 0,
    skipped: 3,
  });
});

/** Runs a program in the place of Jest, which notes its arguments and leaves the outcome of each run in turn. */
const runInstead = (outcomes: RunOutcome[], args: string[] = ["--long"]) => {
  const program = join(folder, "instead.mjs");
  const asked = join(folder, "asked");
  writeFileSync(asked, "[]");
  writeFileSync(
    program,
    `import { readFileSync, writeFileSync } from "node:fs";
    const asked = JSON.parse(readFileSync(${JSON.stringify(asked)}, "utf8"));
    const outcome = ${JSON.stringify(outcomes)}[asked.length];
    writeFileSync(${JSON.stringify(asked)}, JSON.stringify([...asked, process.argv.slice(2)]));
    if (outcome) writeFileSync(process.env.TEST_OUTCOME_FILE, JSON.stringify(outcome));
    process.exitCode = outcome?.counts.failed === 0 ? 0 : 1;`,
  );
  const source = `import { runTests } from ${JSON.stringify(join(import.meta.dirname, "repeated-run.ts"))};
    process.exitCode = await runTests(${JSON.stringify(args)}, [${JSON.stringify(program)}]);`;
  const run = spawnSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8" });
  return {
    status: run.status,
    lines: run.stdout.trim().split("\n"),
    asked: JSON.parse(readFileSync(asked, "utf8")) as string[][],
  };
};

it("tells what failed beside others and passed alone, and passes", () => {
  const alone = { passed: 5, failed: 0, skipped: 1 };
  const { status, lines, asked } = runInstead([outcome(["a.test.ts"]), outcome([], alone)]);
  expect(asked).toEqual([[...chooseTests(["--long"]).asked], ["--maxWorkers", "1", "--runTestsByPath", "a.test.ts"]]);
  expect(lines.slice(-2)).toEqual([
    "PASSED ALONE, beside others FAILED a.test.ts › it",
    "Tests: 21 passed, 0 failed, 3 skipped",
  ]);
  expect(status).toBe(0);
});

it("fails where a file fails alone too", () => {
  const both = outcome(["a.test.ts", "b.test.ts"]);
  const { status, lines } = runInstead([both, outcome(["b.test.ts"], { passed: 9, failed: 1, skipped: 2 })]);
  expect(lines.slice(-3)).toEqual([
    "PASSED ALONE, beside others FAILED a.test.ts › it",
    "FAILED b.test.ts › it",
    "Tests: 21 passed, 1 failed, 3 skipped",
  ]);
  expect(status).toBe(1);
});

it.each([
  { run: "of chosen files", outcomes: [outcome(["a.test.ts"])], args: ["test/api"] },
  { run: "that was ended from outside", outcomes: [], args: [] },
])("fails at once with a run $run", ({ outcomes, args }) => {
  const { status, asked } = runInstead(outcomes, args);
  expect(asked).toEqual([chooseTests(args).asked]);
  expect(status).toBe(1);
});
