import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ApiProcess } from "../../harness/api-process.ts";
import { startApiProcess } from "../../harness/api-process.ts";
import { type LostWorkers, watchLostWorkers } from "../../harness/lost-workers.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { openStopPoints, type StopPoint, type StopPoints } from "../documents/stop-points.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import {
  callSomebodyWhoAsks,
  legsOf,
  listenTo,
  type Manner,
  transferOf,
  untilSettled,
} from "./transferring-organization.ts";

/** A worker in a process of its own is killed at every step of a warm transfer, whatever the person does who is called. */
let platform: CallingPlatform;
let points: StopPoints;
let lostWorkers: LostWorkers;
let worker: ApiProcess | null = null;

const SPEED = 5;
/** What a caller may hear nothing for; the simulator's clock is that of the test. */
const LONGEST_SILENCE_MS = 10_000;

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

const STEPS: readonly (StopPoint & { name: string })[] = [
  { name: "the call to the person is made", ...ofLeg("true", { event: "insert" }) },
  { name: "it is about to be dialled", ...ofLeg("new.state = 'dialing' and old.state = 'queued'") },
  { name: "its carrier has it", ...ofLeg("new.carrier_accepted_at is not null and old.carrier_accepted_at is null") },
  { name: "it is over", ...ofLeg("new.ended_at is not null and old.ended_at is null") },
];
const ALL: readonly Manner[] = ["yes", "no", "noAnswer", "mailbox", "hangingUp"];

describe("a worker that is killed while a caller is handed over", () => {
  it.each(STEPS)("when $name", async (point) => {
    startWorker();
    await points.stopAt(point);
    const calls = await Promise.all(
      ALL.map(async (manner) => ({ manner, ...(await callSomebodyWhoAsks(platform, { speed: SPEED, manner })) })),
    );
    await points.reached();
    await end();
    await points.letGo();
    await lostWorkers.tell();
    startWorker();
    for (const { manner, organization, runId } of calls) {
      const run = await untilSettled(platform, runId);
      const legs = await waitUntil("the calls to people are over", async () => {
        const rows = await legsOf(platform, organization.organizationId);
        return rows.every(({ ended_at }) => ended_at !== null) ? rows : undefined;
      });
      const transfer = await transferOf(platform, runId);
      expect({ manner, state: transfer?.state }).toEqual({ manner, state: "over" });
      // Where no worker came within ten seconds the agent went back to the caller, and nobody was called.
      expect(legs.length).toBeLessThanOrEqual(1);
      // Nobody is dialled twice, by the carrier's own record, and nothing is left open there.
      const requests = (await platform.simulator.record(`?account=${organization.account}`)).filter(
        ({ to }) => to === "+14155550199",
      );
      expect(requests.length).toBeLessThanOrEqual(1);
      for (const { call_id } of requests) {
        const call: { state: string } = JSON.parse(
          await (await platform.simulator.ask("GET", `/v1/calls/${call_id}`)).text(),
        );
        expect(call.state).toBe("completed");
      }
      const heard = await listenTo(platform, run.carrier_call_id);
      const waits = heard.findIndex(({ text }) => text === "Give me a colleague");
      const ends = heard.findIndex(({ what, text }) => what === "joined" || text.includes("nobody can take"));
      expect(ends).toBeGreaterThan(waits);
      const instants = heard.slice(waits, ends + 1).map(({ at }) => Date.parse(at));
      const silences = instants.slice(1).map((at, index) => at - (instants[index] ?? at));
      expect(Math.max(...silences)).toBeLessThan(LONGEST_SILENCE_MS);
    }
  });
});
