import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { PATIENCE_MS } from "../harness/patience.ts";
import type { Mutant } from "./fault.ts";
import { findMutants } from "./find-mutants.ts";
import { probeOf, withProbes } from "./probes.ts";
import { copyProject, type ProjectCopy } from "./project-copy.ts";
import { reachOf, readNotes } from "./reach.ts";
import { runTests } from "./run-tests.ts";

const ROOT = join(import.meta.dirname, "../..");
const RULES = "domain/campaign/campaign-states.rules.ts";
const TESTS = ["test/domain/campaign/campaign-states.rules.test.ts"];
const sound = readFileSync(join(ROOT, RULES), "utf8");

const testsOf = (copy: ProjectCopy, timeoutMs = PATIENCE_MS) =>
  runTests({ folder: copy.folder, files: TESTS, env: {}, timeoutMs });

const faultOf = (before: string, replacement: string): Mutant => {
  const start = sound.indexOf(before);
  return { file: RULES, line: 1, start, end: start + before.length, before, replacement, context: "" };
};

describe("a run of tests in a copy of the project", () => {
  let copy: ProjectCopy;

  beforeAll(() => {
    copy = copyProject(ROOT);
  });

  afterAll(() => copy.remove());

  it("passes without a fault, and says how long each file took", async () => {
    const { verdict, took } = await testsOf(copy);
    expect(verdict).toBe("passed");
    expect([...took.keys()]).toEqual(TESTS);
  });

  it("notes which functions a test calls, and runs the tests that are named", async () => {
    copy.change([RULES], withProbes);
    const reachFile = join(copy.folder, "reach.jsonl");
    await runTests({ folder: copy.folder, files: TESTS, env: {}, reachFile, timeoutMs: PATIENCE_MS });
    copy.mend();
    const notes = readNotes(reachFile, copy.folder);
    const reach = reachOf(new Map([...notes].map(([file, tests]) => [file, { tests }])));
    const [fault] = findMutants(RULES, sound).filter(({ before }) => before === "state === transition.to");
    const names = reach.testsOf(probeOf(fault!, sound) ?? "").get(TESTS[0]!) ?? [];
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThan(reach.all().get(TESTS[0]!)?.length ?? 0);
    const run = { folder: copy.folder, files: TESTS, env: {}, names, timeoutMs: PATIENCE_MS };
    expect((await runTests(run)).verdict).toBe("passed");
    copy.make(fault!);
    expect((await runTests(run)).verdict).toBe("failed");
    copy.mend();
  });

  it("fails with one, and says which test noticed it", async () => {
    const [fault] = findMutants(RULES, sound).filter(({ before }) => before === "state === transition.to");
    expect(fault).toBeDefined();
    copy.make(fault!);
    const { verdict, firstFailure } = await testsOf(copy);
    expect(verdict).toBe("failed");
    expect(firstFailure.startsWith(`${TESTS[0]}: `)).toBe(true);
    copy.mend();
    expect((await testsOf(copy)).verdict).toBe("passed");
  });

  it("is ended where a fault makes it go on for ever", async () => {
    copy.make(faultOf("export type CampaignState", "for (;;) {}\nexport type CampaignState"));
    expect((await testsOf(copy, 5000)).verdict).toBe("timed out");
    copy.mend();
  });

  it("leaves the working tree as it was", () => {
    expect(readFileSync(join(ROOT, RULES), "utf8")).toBe(sound);
    copy.remove();
    expect(existsSync(copy.folder)).toBe(false);
    expect(existsSync(join(ROOT, "node_modules/jest"))).toBe(true);
  });
});
