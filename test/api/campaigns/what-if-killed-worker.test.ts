import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { someContacts } from "../../factories/campaigns.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { MIXED, openWhatIfRig, type WhatIfRig } from "./what-if-rig.ts";

let rig: WhatIfRig;
const workers: ApiProcess[] = [];

const startWorker = async (): Promise<ApiProcess> => {
  const settings = {
    ...workerSettings(),
    CARRIER_SIMULATOR_BASE_URL: rig.carrierUrl,
    PUBLIC_BASE_URL: rig.api.baseUrl,
    DATABASE_URL: rig.test.url,
    TEMPORAL_NAMESPACE: rig.namespace,
  };
  const worker = startApiProcess(settings, "worker/start.ts");
  workers.push(worker);
  return worker;
};

beforeAll(async () => {
  rig = await openWhatIfRig();
});
afterAll(async () => {
  for (const worker of workers) worker.child.kill("SIGKILL");
  await Promise.all(workers.map((worker) => worker.ended));
  await rig.close();
});

it("a campaign whose worker was killed in the middle gives its own attempts by its own settings", async () => {
  await rig.simulator.writeScript({ speed: 200, defaults: { weights: MIXED } });
  const first = await startWorker();
  const id = await rig.draftFor(someContacts(24), { max_concurrency: 4 });
  await rig.start(id);
  await rig.hasCalled(id, 8);
  first.child.kill("SIGKILL");
  await first.ended;
  await startWorker();
  await rig.stateIs(id, "completed");
  const own = await rig.ask(id, {});
  expect(own).toMatchObject({ differing: 0, drawn: 0, seeds: 1 });
  expect(own.would).toEqual(own.was);
  expect(own.was.attempts).toBeGreaterThan(24);
});
