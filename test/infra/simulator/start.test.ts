import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createSimulatorCarrier } from "../../../infra/telephony/simulator/simulator.carrier.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createSimulatorClient } from "./simulator-client.ts";

const signingKey = "a key of the simulator's tests";
const program = new URL("../../../infra/simulator/start.ts", import.meta.url).pathname;

describe("the simulator's process", () => {
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "simulator-"));
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(end));
    await rm(dataDir, { recursive: true });
  });

  /** Waits for the process's end, because its last writes would prevent the removal of its folder. */
  const end = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };

  const spawnProgram = (env: Record<string, string>) => {
    const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "pipe"] });
    children.push(child);
    return child;
  };
  const start = async () => {
    const child = spawnProgram({
      SIMULATOR_PORT: "0",
      SIMULATOR_SIGNING_KEY: signingKey,
      SIMULATOR_DATA_DIR: dataDir,
    });
    const [line]: string[] = await once(createInterface(child.stdout), "line");
    const { baseUrl } = JSON.parse(line ?? "");
    return {
      child,
      client: createSimulatorClient(baseUrl, signingKey),
      carrier: createSimulatorCarrier({ baseUrl, signingKey }),
    };
  };
  const request = (runUuid: string) => ({
    runUuid,
    to: "+12025550107",
    from: "",
    answerUrl: "http://127.0.0.1:1/answer",
    statusUrl: "http://127.0.0.1:1/status",
    ringTimeoutSeconds: 30,
    timeLimitSeconds: 600,
    detectMachine: false,
    record: false,
    conversation: null,
    greeting: "",
  });

  it("loses nothing it had answered for when it is killed, even in the middle of a line", async () => {
    const first = await start();
    for (const run of ["run-1", "run-2"]) await first.carrier.placeCall({}, request(run), 60_000);
    const before = await first.client.record();
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    await appendFile(join(dataDir, "simulator.journal.jsonl"), '{"kind":"request","requ');

    const second = await start();
    expect(before).toHaveLength(2);
    expect(await second.client.record()).toEqual(before);
    await second.carrier.placeCall({}, request("run-3"), 60_000);
    second.child.kill("SIGKILL");
    await once(second.child, "exit");
    expect(await (await start()).client.record()).toHaveLength(3);
  });

  it("stops with status 0 on SIGTERM, after its last answer", async () => {
    const { child, client, carrier } = await start();
    await client.writeScript({
      defaults: { misbehaviours: { slow_response: 1, slow_response_ms: 300 }, outcomes: ["busy"] },
    });
    const placing = carrier.placeCall({}, request("run-1"), 60_000);
    await waitUntil("the request arrived", async () => (await client.record()).length === 1);
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect((await placing).kind).toBe("accepted");
    expect(await ended).toEqual([0, null]);
  });

  it("says in words what is missing", async () => {
    const child = spawnProgram({ SIMULATOR_PORT: "0" });
    // The end may be told before what was said.
    const ended = once(child, "exit");
    const [problem]: Buffer[] = await once(child.stderr, "data");
    expect(String(problem)).toMatch(/cannot start.*SIMULATOR_SIGNING_KEY/s);
    expect(await ended).toEqual([1, null]);
  });
});
