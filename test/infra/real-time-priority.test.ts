import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { takeRealTimePriority } from "../../infra/real-time-priority.ts";
import {
  isRealTimeAllowed,
  ON_ONE_PROCESSOR,
  policiesOf,
  WHY_WITHOUT,
  WITHOUT_REAL_TIME,
} from "../harness/real-time.ts";

const MODULE = join(import.meta.dirname, "../../infra/real-time-priority.ts");

let program: ChildProcess | undefined;
afterEach(() => {
  program?.kill("SIGKILL");
});

/** Starts a program that takes the priority, says what came of it, and begins another thread. */
const take = async (...command: readonly string[]): Promise<{ pid: number; reason: string | null }> => {
  const script = `
    import { takeRealTimePriority } from ${JSON.stringify(MODULE)};
    import { Worker } from "node:worker_threads";
    const reason = takeRealTimePriority();
    const later = new Worker("require('node:worker_threads').parentPort.on('message', () => {})", { eval: true, execArgv: [] });
    later.on("online", () => process.send({ reason }));`;
  const [first = process.execPath, ...rest] = [
    ...command,
    ...[process.execPath, "--input-type=module-typescript", "--eval", script],
  ];
  program = spawn(first, rest, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [message] = await Promise.race([once(program, "message"), once(program, "exit")]);
  const { reason } = z.object({ reason: z.string().nullable() }).parse(message);
  return { pid: program.pid ?? 0, reason };
};

describe("real-time priority", () => {
  (isRealTimeAllowed() ? it : it.skip)("is that of every thread, and of those that begin later", async () => {
    const { pid, reason } = await take();
    expect(reason).toBeNull();
    const policies = policiesOf(pid);
    expect(policies.length).toBeGreaterThan(5);
    expect(new Set(policies)).toEqual(new Set(["SCHED_RR 1"]));
  });

  it("is not taken where the system does not allow it, which it says", async () => {
    const { pid, reason } = await take(...WITHOUT_REAL_TIME);
    expect(reason).toContain(WHY_WITHOUT);
    expect(new Set(policiesOf(pid))).toEqual(new Set(["SCHED_OTHER 0"]));
  });

  it("is not taken on one processor, which everything else needs", async () => {
    const { pid, reason } = await take(...ON_ONE_PROCESSOR);
    expect(reason).toBe("it would keep the one processor here from everything else");
    expect(new Set(policiesOf(pid))).toEqual(new Set(["SCHED_OTHER 0"]));
  });

  it("cannot be given to a process that is not there", () => {
    const { pid } = spawnSync("true");
    expect(takeRealTimePriority(pid)).toMatch(/No such/);
  });
});
