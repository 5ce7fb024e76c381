import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { getCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { doneBefore } from "../../harness/before-instant.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { openWhatIfRig, type WhatIfRig } from "./what-if-rig.ts";

let rig: WhatIfRig;
const workers: ApiProcess[] = [];

const startWorker = (): ApiProcess => {
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

it("a campaign whose worker is killed while it waits, and is away when its start comes, begins once, and not before", async () => {
  await rig.simulator.writeScript({ speed: 100_000, defaults: { outcomes: ["answered"] } });
  const [instant, id] = await doneBefore(15, async (at) => {
    const first = startWorker();
    const made = await rig.draftFor(someContacts(6), { starts_at: { at: at.toISOString() } });
    await rig.start(made);
    const { state } = await rig.progressOf(made);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(state).toBe("scheduled");
    return made;
  });
  await waitUntil("its start has passed", () => Date.now() > instant.getTime());
  expect(await rig.progressOf(id)).toEqual({ state: "scheduled", executed: 0 });
  startWorker();
  await rig.stateIs(id, "completed");
  const runs = await rig.test.everything
    .selectFrom("call_runs")
    .select(["carrier_requested_at", "called_number"])
    .where("campaign_id", "=", id)
    .execute();
  expect(new Set(runs.map(({ called_number: number }) => number)).size).toBe(6);
  expect(runs).toHaveLength(6);
  for (const { carrier_requested_at: at } of runs) expect(at?.getTime()).toBeGreaterThanOrEqual(instant.getTime());
  const { logs } = (await rig.operator.call(getCampaignOperation, { params: { campaign_id: id } })).body;
  expect(logs.filter(({ event }) => event === "started")).toHaveLength(1);
});
