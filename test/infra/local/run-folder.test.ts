import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { readProcessIdentity } from "../../../infra/local/process-identity.ts";
import { claimDataFolder, endLeftovers, findRecordedProcess, recordProcess } from "../../../infra/local/run-folder.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();

it("writes nothing but the process id into the pid file", () => {
  const run = newFolder();
  recordProcess(run, { name: "api", pid: process.pid });
  expect(readFileSync(join(run, "api.pid"), "utf8")).toBe(`${process.pid}\n`);
  expect(findRecordedProcess(run, "api")).toBe(process.pid);
});

it("ends a process that a dead supervisor left running", async () => {
  const run = newFolder();
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const { pid = 0 } = child;
  const ended = once(child, "exit");
  recordProcess(run, { name: "worker", pid });
  await endLeftovers(run, ["api", "worker"]);
  expect(await ended).toEqual([null, "SIGTERM"]);
  expect(readdirSync(run)).toEqual([]);
});

it("lets a process be that only has the id of a leftover", async () => {
  const run = newFolder();
  writeFileSync(join(run, "worker.pid"), `${process.pid}\n`);
  writeFileSync(join(run, "worker.identity"), `${process.pid} another-boot 123\n`);
  await endLeftovers(run, ["worker"]);
  // The process of that id is the one that runs this test.
  expect(readProcessIdentity(process.pid)).toBeDefined();
  expect(readdirSync(run)).toEqual([]);
});

it("refuses a second claim of a data folder in one sentence", () => {
  const dataDir = newFolder();
  const release = claimDataFolder(dataDir);
  expect(() => claimDataFolder(dataDir)).toThrow(
    `Ringdown already runs on ${dataDir} (process ${process.pid}): stop that one, or name another folder in DATA_DIR.`,
  );
  release();
  claimDataFolder(dataDir)();
});

it("takes over the claim of a process that is gone", () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "run"));
  writeFileSync(join(dataDir, "run", "supervisor.identity"), `${process.pid} another-boot 123\n`);
  claimDataFolder(dataDir)();
  expect(readdirSync(join(dataDir, "run"))).toEqual([]);
});

it("says in one sentence that a folder cannot be written", () => {
  const file = join(newFolder(), "a-file");
  writeFileSync(file, "");
  const dataDir = join(file, "data");
  expect(() => claimDataFolder(dataDir)).toThrow(
    `The data folder ${dataDir} cannot be written (ENOTDIR): make it writable, or name another one in DATA_DIR.`,
  );
});
