import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { findRepeated, findStrays } from "../../scripts/one-place.ts";

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

const PLACES = {
  "api/calls/start-call.ts": "startOnce(temporal, callContract.type, callStartOptions(run));",
  "workflows/call/call.contract.ts": "export const a = { workflowIdReusePolicy: 'X' };",
  "infra/postgres/call/run-transitions.ts": `tx.updateTable("call_runs").set({ state: "dialing" });`,
  "infra/postgres/campaign/campaign-transitions.ts": `tx.updateTable("campaigns").set({ state: "paused" });`,
  "domain/time/durations.rules.ts": "export const DAY_MS = 24 * HOUR_MS;",
};

describe("decisions written in one place", () => {
  it("is written nowhere else in this project", () => {
    expect(findStrays(join(import.meta.dirname, "../.."))).toEqual([]);
  });

  it.each([
    ["a start with search attributes", "activities/call/a.ts", "\nstart({\n  typedSearchAttributes: [] });", 3],
    [
      "a policy for ids in a workflow",
      "workflows/call/call.workflow.ts",
      `const more = { workflowIdReusePolicy: "X" };`,
      1,
    ],
    [
      "a call's state in a query",
      "api/calls/a.ts",
      `tx\n.updateTable("call_runs")\n.set({\n  error: null,\n  state: "canceled" }).where("id", "=", 1)`,
      2,
    ],
    ["a call's state by its name", "api/calls/a.ts", `tx.updateTable("call_runs").set({ state, error }).execute()`, 1],
    ["a start without its options", "api/calls/a.ts", "\nstartOnce(temporal, type, { workflowId, args: [] });", 2],
    [
      "a start with the options of another place",
      "activities/call/a.ts",
      `const options = { workflowId: id(run) };\nawait temporal.workflow.start("call", { ...options, args });`,
      2,
    ],
    ["a child without its options", "workflows/call/a.ts", "startChild<typeof call>(call, { args: [run] });", 1],
    ["a start with an update", "api/calls/a.ts", "new WithStartWorkflowOperation(type, { workflowId });", 1],
    ["a schedule without the options", "worker/a.ts", `{ action: { type: "startWorkflow", args: [] } }`, 1],
    ["a call's state in SQL", "activities/call/a.ts", "sql`\nupdate call_runs r set error = 1, state = 'failed'`", 2],
    ["a call's state in an entity", "activities/call/a.ts", `run.state = "failed";`, 1],
    ["a new call", "api/calls/a.ts", `tx.insertInto("call_runs").values(row)`, 1],
    ["a campaign's state", "api/campaigns/a.ts", `tx.updateTable("campaigns").set({ state: "paused" })`, 1],
    ["a unit of time", "domain/call/a.ts", "\nconst DAY_MS = 24 * HOUR;", 2],
    ["a day in milliseconds", "api/calls/a.ts", "const GOOD_FOR_MS = 7 * 86_400_000;", 1],
    ["a hundred megabytes", "api/contacts/a.ts", "const MOST_BYTES = 104857600;", 1],
    ["a megabyte as a product", "infra/models/a.ts", "const MOST_BYTES = 4 * 1024 * 1024;", 1],
  ])("%s is found elsewhere", (_name, file, source, line) => {
    plant({ [file]: source });
    expect(findStrays(root)).toMatchObject([{ file, line }]);
  });

  it.each([
    ["a condition on it", `tx.updateTable("call_runs").set({ error: null }).where("state", "=", "queued")`],
    ["a condition in SQL", "sql`update call_runs set error = null where state = 'queued'`"],
    ["a comparison", `if (run.state === "queued") return;`],
    ["another table's state", `tx.updateTable("campaign_contacts").set({ state: "finished" })`],
    ["a start with its options", `startOnce(temporal, type, { ...callStartOptions(run), requestEagerStart: true });`],
    ["a start with named options", `const options = callStartOptions(run);\nawait tryToStart(deps, type, options);`],
    ["a restart", `startOnce(temporal, type, callRestartOptions(run))`],
  ])("%s is no stray", (_name, source) => {
    plant({ "api/calls/a.ts": source });
    expect(findStrays(root)).toEqual([]);
  });

  it("holds for functions and limits: none is written twice in this project", () => {
    expect(findRepeated(join(import.meta.dirname, "../.."))).toEqual([]);
  });

  const READ = "(value: unknown): string => (typeof value === 'string' ? value.trim() : '');\n";

  it("is a function that another file has under another name", () => {
    plant({ "api/calls/a.ts": `const textOf = ${READ}`, "infra/tool/b.ts": `\nexport const readText = ${READ}` });
    expect(findRepeated(root)).toMatchObject([
      {
        places: [
          { file: "api/calls/a.ts", line: 1, name: "textOf" },
          { file: "infra/tool/b.ts", line: 2, name: "readText" },
        ],
      },
    ]);
  });

  it.each([
    ["names another declaration", "const STATES = { a: 1 };\n", "const STATES = { b: 2 };\n"],
    ["names another import", 'import { STATES } from "./a.ts";\n', 'import { STATES } from "./b.ts";\n'],
  ])("is no function that %s", (_name, one, other) => {
    const read = "const read = (status: string): number | null => STATES[status] ?? (null as number | null);\n";
    plant({ "api/calls/a.ts": one + read, "api/calls/b.ts": other + read });
    expect(findRepeated(root)).toEqual([]);
  });

  it("is a number that another file has under the same name, however it is written", () => {
    plant({
      "api/calls/a.ts": "const MOST_BYTES = 65_536;",
      "infra/tool/b.ts": "\nexport const MOST_BYTES = 64 * KILOBYTE;",
    });
    expect(findRepeated(root)).toMatchObject([
      {
        name: "MOST_BYTES",
        value: 65_536,
        places: [
          { file: "api/calls/a.ts", line: 1 },
          { file: "infra/tool/b.ts", line: 2 },
        ],
      },
    ]);
  });

  it.each([
    ["another value", "infra/tool/b.ts", "const PAGE_ROWS = 21;"],
    ["another name", "infra/tool/b.ts", "const MOST_ROWS = 20;"],
    ["what another vendor allows", "infra/telephony/plivo/b.ts", "const PAGE_ROWS = 20;"],
    ["no number", "infra/tool/b.ts", "const PAGE_ROWS = ROWS;"],
  ])("is no number with %s", (_name, file, source) => {
    plant({ "infra/telephony/twilio/a.ts": "const PAGE_ROWS = 20;", [file]: source });
    expect(findRepeated(root)).toEqual([]);
  });

  it("is compared within the console and within the platform, which import nothing of each other", () => {
    plant({ "api/calls/a.ts": `const textOf = ${READ}`, "console/calls/b.ts": `const textOf = ${READ}` });
    expect(findRepeated(root)).toEqual([]);
  });

  it("must be found in its place", () => {
    rmSync(root, { recursive: true });
    expect(() => findStrays(root)).toThrow("no source");
  });
});
