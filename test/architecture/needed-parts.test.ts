import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { neededParts } from "../harness/needed-parts.ts";

const partsOf = (...files: string[]) => neededParts(files.map((file) => join(import.meta.dirname, "..", file)));

it.each([
  ["domain/call/call-states.rules.test.ts", []],
  ["architecture/layering.test.ts", []],
  ["infra/postgres/agent/agent.repository.test.ts", ["postgres"]],
  ["infra/object-store/object-store.test.ts", ["object-store"]],
  ["workflows/call-run/call-run.workflow.test.ts", ["time-skipping", "bundle"]],
  ["worker/start.test.ts", ["postgres", "temporal", "bundle", "programs"]],
])("for %s alone the set-up of the tests starts %j", (file, parts) => {
  expect(partsOf(file)).toEqual(parts);
});

it("a part that is loaded only where a test runs is started too", () => {
  expect(partsOf("media/voice-call.test.ts")).toContain("temporal");
});

it("a part that any chosen file uses is started", () => {
  expect(
    partsOf("domain/call/call-states.rules.test.ts", "infra/passage-index/elasticsearch-passage-index.test.ts"),
  ).toEqual(["elasticsearch"]);
});

it("tests of decisions start no server", () => {
  const decided = globSync("{domain/**/*,**/*.rules}.test.ts", { cwd: join(import.meta.dirname, "..") });
  expect(decided.length).toBeGreaterThan(30);
  expect(decided.filter((file) => partsOf(file).length > 0)).toEqual([]);
});
