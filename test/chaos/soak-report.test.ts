import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { temporaryFolders } from "../infra/local/temporary-folder.ts";
import { readHeapAfterCollection } from "./collected-heap.ts";
import { openSoakRecord, readSoakRecord, type SoakLine } from "./soak-record.ts";
import { reportSoak } from "./soak-report.ts";

const MINUTE_MS = 60_000;
const newFolder = temporaryFolders();

const lineOf = (minute: number, failures: string[] = []): SoakLine => ({
  atMs: minute * MINUTE_MS,
  run: 1,
  acts: minute * 10,
  values: {
    "api memory, MB": 150,
    "postgres memory of a connection, MB": 5 + minute / 5,
    "rows of call_runs": minute * 30,
    "rows of documents": minute * 30,
  },
  done: { campaign: minute * 10 },
  failures,
});

const newRecord = (): string => join(newFolder(), "records", "soak.ndjson");

it("keeps each sample as it comes, and judges a record that is still being written", () => {
  const file = newRecord();
  const write = openSoakRecord(file);
  for (let minute = 0; minute <= 60; minute += 1) write(lineOf(minute));
  appendFileSync(file, `{"atMs":36600`);
  const { table, holds } = reportSoak(readSoakRecord(file));
  const verdict = (name: string) => new RegExp(`\\| ${name} +\\|.*\\| (yes|NO) +\\|$`, "m").exec(table)?.[1];
  expect(verdict("api memory, MB")).toBe("yes");
  expect(verdict("rows of call_runs")).toBe("yes");
  // Documents are deleted by who made them, and a connection keeps what it needs.
  expect(verdict("rows of documents")).toBe("NO");
  expect(verdict("postgres memory of a connection, MB")).toBe("NO");
  expect(table).toContain("600 × campaign; no act failed.");
  expect(table).toMatch(/\| minute +\| 0 +\| 6 +\| 12 .*\| 60 +\|/);
  expect(holds).toBe(false);
});

it("joins the runs of a soak, without the time between them and what a killed one did not finish", () => {
  const file = newRecord();
  const write = openSoakRecord(file);
  for (let minute = 0; minute <= 30; minute += 1) write(lineOf(minute));
  appendFileSync(file, `{"atMs":36600`);
  const goOn = openSoakRecord(file);
  for (let minute = 31; minute <= 60; minute += 1)
    goOn({ ...lineOf(minute), atMs: (minute + 5000) * MINUTE_MS, run: 2 });
  const lines = readSoakRecord(file);
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)).toMatchObject({ atMs: 59 * MINUTE_MS, acts: 600, run: 2 });
  expect(reportSoak(lines).table).toMatch(/\| minute +\| 0 .*\| 59 +\|/);
});

it("shows what there is of a soak that was ended too early to be judged, and the failures", () => {
  const file = newRecord();
  const write = openSoakRecord(file);
  write(lineOf(0));
  write(lineOf(1, ["campaign: waited in vain\nand its evidence"]));
  const { table, holds } = reportSoak(readSoakRecord(file));
  expect(table).toContain("failed acts: 1\n- campaign: waited in vain\n\nNot judged: too few samples");
  expect(table).toMatch(/\| api memory, MB +\| 150 +\| 150 +\|/);
  expect(holds).toBe(false);
});

it("reads what the last collection of a Go program has left", () => {
  const file = join(newFolder(), "temporal.log");
  expect(readHeapAfterCollection(file)).toBeUndefined();
  appendFileSync(file, '{"level":"warn"}\n');
  expect(readHeapAfterCollection(file)).toBeUndefined();
  const collection = (left: number) =>
    `gc 5 @1.2s 3%: 0.03+4.1+0.01 ms clock, 0.07+0.1/3.9/0.2+0.02 ms cpu, 19->20->${left} MB, 40 MB goal, 0 MB stacks, 0 MB globals, 2 P\n`;
  appendFileSync(file, `${collection(11)}${collection(17)}{"level":"warn"}\n`);
  expect(readHeapAfterCollection(file)).toBe(17);
});
