import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { startProcess } from "../../../infra/local/local-process.ts";
import { isAlive } from "../../../infra/local/process-identity.ts";
import {
  createSupervisor,
  type Part,
  type Supervisor,
  type SupervisorOptions,
} from "../../../infra/local/supervisor.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { temporaryFolders } from "./temporary-folder.ts";

const newFolder = temporaryFolders();
const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}`, import.meta.url));

let folder: string;
let supervisor: Supervisor;
let events: string[];

beforeEach(() => {
  folder = newFolder();
  supervise({});
});

afterEach(() => supervisor.stop());

const supervise = (options: Partial<SupervisorOptions>) => {
  events = [];
  const onEvent = (sentence: string) => void events.push(sentence);
  supervisor = createSupervisor({ runFolder: folder, onEvent, firstRestartDelayMs: 20, ...options });
};

const startsOf = (name: string): string[] => {
  const file = join(folder, `${name}.starts`);
  if (!existsSync(file)) return [];
  // A program that has opened its file and written nothing has not started: killed there, it would have no successor that counts.
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
};

const program = (name: string): Part => ({
  name,
  start: (signal) => {
    const before = startsOf(name).length;
    return startProcess({
      name,
      command: process.execPath,
      args: [standIn("program.mjs"), join(folder, `${name}.starts`)],
      logFile: join(folder, `${name}.log`),
      isReady: () => startsOf(name).length > before,
      signal,
    });
  },
});

const pidOf = (name: string): number => supervisor.pid(name) ?? Number.NaN;

it("starts parts and names each in a pid file", async () => {
  await supervisor.start([program("one"), program("other")]);
  for (const name of ["one", "other"]) {
    expect(readFileSync(join(folder, `${name}.pid`), "utf8")).toBe(`${pidOf(name)}\n`);
    expect(isAlive(pidOf(name))).toBe(true);
  }
});

it("starts one that died again, and its pid file names the new process", async () => {
  await supervisor.start([program("one")]);
  const first = pidOf("one");
  process.kill(first, "SIGKILL");
  await waitUntil("it runs again", () => supervisor.pid("one") !== undefined && pidOf("one") !== first);
  expect(readFileSync(join(folder, "one.pid"), "utf8")).toBe(`${pidOf("one")}\n`);
  expect(events[0]).toBe("one was ended by SIGKILL; starting it again in 0.02 s.");
});

const killOnce = async (name: string) => {
  const pid = pidOf(name);
  process.kill(pid, "SIGKILL");
  await waitUntil(`${name} runs again`, () => supervisor.pid(name) !== undefined && pidOf(name) !== pid);
};

const delays = () => events.map((event) => /again in ([\d.]+) s/.exec(event)?.[1]).filter(Boolean);

it("waits longer each time it dies soon, up to the longest", async () => {
  supervise({ longestRestartDelayMs: 40 });
  await supervisor.start([program("one")]);
  for (let time = 0; time < 3; time += 1) await killOnce("one");
  expect(delays()).toEqual(["0.02", "0.04", "0.04"]);
});

it("forgets the past of one that ran for a while", async () => {
  supervise({ stableAfterMs: 0 });
  await supervisor.start([program("one")]);
  for (let time = 0; time < 2; time += 1) await killOnce("one");
  expect(delays()).toEqual(["0.02", "0.02"]);
});

it("tries again when a restart fails", async () => {
  let failures = 1;
  const flaky: Part = {
    name: "flaky",
    start: (signal) => {
      if (startsOf("flaky").length === 1 && failures-- > 0) throw new Error("no luck.");
      return program("flaky").start(signal);
    },
  };
  await supervisor.start([flaky]);
  await killOnce("flaky");
  expect(events).toContain("flaky did not start: no luck. Trying again in 0.04 s.");
});

it("stops everything, the last started first, and leaves no process and no pid file", async () => {
  const stops: string[] = [];
  const recorded = (name: string): Part => ({
    name,
    start: async (signal) => {
      const running = await program(name).start(signal);
      const stop = async () => {
        await running.stop();
        stops.push(name);
      };
      return { ...running, stop };
    },
  });
  await supervisor.start([recorded("server")]);
  await supervisor.start([recorded("client")]);
  const pids = [pidOf("server"), pidOf("client")];
  await supervisor.stop();
  expect(stops).toEqual(["client", "server"]);
  expect(pids.map(isAlive)).toEqual([false, false]);
  expect(readdirSync(folder).filter((file) => file.endsWith(".pid"))).toEqual([]);
});

it("stops what is just starting", async () => {
  const never: Part = {
    name: "never",
    start: (signal) =>
      startProcess({
        name: "never",
        command: process.execPath,
        args: [standIn("program.mjs"), join(folder, "never.starts")],
        logFile: join(folder, "never.log"),
        isReady: () => false,
        signal,
      }),
  };
  const started = supervisor.start([never]);
  const refused = expect(started).rejects.toThrow(/abort/);
  const [pid] = await waitUntil("it was launched", () => startsOf("never").length > 0 && startsOf("never"));
  await supervisor.stop();
  expect(isAlive(Number(pid))).toBe(false);
  await refused;
});

it("ends one that does not stop when asked to", async () => {
  const running = await startProcess({
    name: "stubborn",
    command: process.execPath,
    args: [standIn("stubborn.mjs")],
    logFile: join(folder, "stubborn.log"),
    stopTimeoutMs: 50,
  });
  await running.stop();
  expect(await running.ended).toEqual({ code: null, signal: "SIGKILL" });
});

it("shows the end of the log of one that does not come up", async () => {
  const start = startProcess({
    name: "The thing",
    command: "/bin/sh",
    args: ["-c", "echo 'cannot find my shoes' >&2; exit 7"],
    logFile: join(folder, "thing.log"),
    isReady: () => false,
  });
  await expect(start).rejects.toThrow(
    /^The thing did not start: it ended with exit code 7\.\n[^]*cannot find my shoes$/,
  );
});

it("gives up on one that is never ready, and leaves nothing running", async () => {
  const start = startProcess({
    name: "The thing",
    command: process.execPath,
    args: [standIn("program.mjs"), join(folder, "slow.starts")],
    logFile: join(folder, "slow.log"),
    isReady: () => false,
    readyTimeoutMs: 500,
  });
  await expect(start).rejects.toThrow("The thing was not ready after 0.5 seconds.");
  for (const pid of startsOf("slow").filter(Boolean)) expect(isAlive(Number(pid))).toBe(false);
});
