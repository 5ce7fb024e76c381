import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { findStrays } from "../../scripts/one-place.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "one-place-"));
  plant(PLACES);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const plant = (files: Record<string, string>) => {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
};

const PLACES = { "workflows/call/call.contract.ts": "export const a = { workflowIdReusePolicy: 'X' };" };

describe("what is written in one place", () => {
  it("is written nowhere else in this project", () => {
    expect(findStrays(join(import.meta.dirname, "../.."))).toEqual([]);
  });

  it.each([
    ["a start with search attributes", "activities/call/a.ts", "\nstart({\n  typedSearchAttributes: [] });", 3],
    [
      "a policy for ids in a workflow",
      "workflows/call/call.workflow.ts",
      `startChild({ workflowIdReusePolicy: "X" })`,
      1,
    ],
  ])("%s is found elsewhere", (_name, file, source, line) => {
    plant({ [file]: source });
    expect(findStrays(root)).toMatchObject([{ file, line }]);
  });

  it("must be found in its place", () => {
    rmSync(root, { recursive: true });
    expect(() => findStrays(root)).toThrow("no source");
  });
});
