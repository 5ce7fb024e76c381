import { afterAll, beforeAll, describe, it } from "@jest/globals";
import type { ApiProcess } from "../../harness/api-process.ts";
import { startApiProcess } from "../../harness/api-process.ts";
import { type LostWorkers, watchLostWorkers } from "../../harness/lost-workers.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { openStopPoints, type StopPoint, type StopPoints } from "../documents/stop-points.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import { callUntilStopped, judgeTransfer } from "./judged-transfer.ts";
import type { Manner } from "./transferring-organization.ts";

/** A worker in a process of its own is killed at every step of a warm transfer, whatever the person does who is called. */
let platform: CallingPlatform;
let points: StopPoints;
let lostWorkers: LostWorkers;
let worker: ApiProcess | null = null;

const SPEED = 5;

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: SPEED });
  await platform.stopWorker();
  points = await openStopPoints(platform.test.superuserUrl);
  lostWorkers = watchLostWorkers(platform.api.dependencies.temporal);
});
afterAll(async () => {
  await end();
  await points.close();
  await platform.close();
});

const startWorker = () => {
  worker ??= startApiProcess(
    {
      ...workerSettings(),
      DATABASE_URL: platform.test.url,
      TEMPORAL_NAMESPACE: platform.namespace,
      CARRIER_SIMULATOR_BASE_URL: platform.carrierUrl,
      PUBLIC_BASE_URL: platform.api.baseUrl,
    },
    "worker/start.ts",
  );
};
const end = async () => {
  worker?.child.kill("SIGKILL");
  await worker?.ended;
  worker = null;
};

const ofLeg = (when: string, more: Partial<StopPoint> = {}): StopPoint => ({
  table: "call_runs",
  event: "update",
  when: `new.mode = 'transfer' and ${when}`,
  at: "commit",
  ...more,
});

/** The API is what writes it, and waits there until the worker is no more. */
const ofTransfer = (state: string): StopPoint => ({
  table: "call_transfers",
  event: "update",
  when: `new.state = '${state}' and old.state <> '${state}'`,
  at: "commit",
});

const STEPS: readonly (StopPoint & { name: string })[] = [
  { name: "the call to the person is made", ...ofLeg("true", { event: "insert" }) },
  { name: "it is about to be dialled", ...ofLeg("new.state = 'dialing' and old.state = 'queued'") },
  { name: "its carrier has it", ...ofLeg("new.carrier_accepted_at is not null and old.carrier_accepted_at is null") },
  { name: "the person hears what it is about", ...ofTransfer("briefing") },
  { name: "the person takes the caller", ...ofTransfer("accepted") },
  { name: "it is over", ...ofLeg("new.ended_at is not null and old.ended_at is null") },
];
const ALL: readonly Manner[] = ["yes", "no", "noAnswer", "mailbox", "hangingUp"];

describe("a worker that is killed while a caller is handed over", () => {
  it.each(STEPS)("when $name", async (point) => {
    startWorker();
    await points.stopAt(point);
    const calls = await callUntilStopped(platform, points, { manners: ALL, speed: SPEED });
    await end();
    await points.letGo();
    await lostWorkers.tell();
    startWorker();
    for (const call of calls) await judgeTransfer(platform, call);
  });
});
