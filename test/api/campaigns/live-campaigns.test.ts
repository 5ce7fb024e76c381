import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  createCampaignOperation,
  getCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { finishCampaignOperation } from "../../../api/campaigns/live-campaign.operations.ts";
import { putContactOperation, sendContactsOperation } from "../../../api/contacts/contacts.operations.ts";
import { LOOK_FOR_JOINERS_MS } from "../../../domain/campaign/enrolment.ts";
import { createContactListRows, someContacts } from "../../factories/campaigns.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import { at, openWhatIfRig, type WhatIfRig } from "./what-if-rig.ts";

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

const kill = async (worker: ApiProcess) => {
  worker.child.kill("SIGKILL");
  await worker.ended;
};

beforeAll(async () => {
  rig = await openWhatIfRig();
  await rig.simulator.writeScript({ speed: 100_000, defaults: { outcomes: ["answered"] } });
});
afterAll(async () => {
  await Promise.all(workers.map(kill));
  await rig.close();
});

const read = async (id: number) => (await rig.operator.call(getCampaignOperation, at(id))).body;
const listOf = async (id: number) => (await read(id)).contact_list_id ?? 0;
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `+1415888${String(from + index).padStart(4, "0")}`);
const send = async (listId: number, phoneNumbers: string[]) => {
  const contacts = phoneNumbers.map((phone_number) => ({ phone_number }));
  const params = { contact_list_id: listId };
  expect((await rig.operator.call(sendContactsOperation, { params, body: { contacts } })).status).toBe(200);
};
const NOT_NOW = { status: 409, code: "campaign_state" };
const callsOf = (id: number) =>
  rig.test.everything
    .selectFrom("call_runs")
    .select(["called_number", "carrier_requested_at"])
    .where("campaign_id", "=", id)
    .where("carrier_requested_at", "is not", null)
    .execute();

describe("a live campaign", () => {
  it("calls who joins its list by the API, whichever worker is killed meanwhile: nobody twice, nobody never", async () => {
    let worker = startWorker();
    const id = await rig.draftFor(someContacts(2), { enrolment: "live", retry_config: { enabled: false } });
    await rig.start(id);
    await rig.hasCalled(id, 2);
    const listId = await listOf(id);
    const joined: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const some = numbers(round * 25, 25);
      joined.push(...some);
      await Promise.all([send(listId, some), round === 0 ? null : kill(worker)]);
      if (round > 0) worker = startWorker();
      await rig.hasCalled(id, 2 + round * 25 + 5);
    }
    await rig.hasCalled(id, 102);
    expect(await read(id)).toMatchObject({ state: "running", enrolment: "live", total_rows: 102 });
    const put = { params: { contact_list_id: listId, phone_number: "+14158889999" }, body: { priority: 9 } };
    expect((await rig.operator.call(putContactOperation, put)).body).toMatchObject({ priority: 9 });
    await rig.hasCalled(id, 103);
    expect((await callsOf(id)).map(({ called_number: number }) => number)).toContain("+14158889999");
    // Within a minute, where the machine is not busy.
    expect(LOOK_FOR_JOINERS_MS).toBeLessThan(60_000);
    await send(listId, numbers(500, 3));
    const { body: finished } = await rig.operator.call(finishCampaignOperation, at(id));
    expect(finished.enrolment_ended_at).not.toBeNull();
    await rig.operator.call(finishCampaignOperation, at(id));
    await rig.stateIs(id, "completed");
    const called = (await callsOf(id)).map(({ called_number: number }) => number);
    expect(called).toHaveLength(106);
    expect(new Set(called).size).toBe(106);
    for (const number of [...joined, ...numbers(500, 3)]) expect(called).toContain(number);
    const { logs } = await read(id);
    expect(logs.filter(({ event }) => event === "enrolment_ended")).toHaveLength(1);
    expect(await rig.operator.refused(finishCampaignOperation, at(id))).toMatchObject(NOT_NOW);
  });

  it("is refused where nobody can join, and what is to be ended must be live", async () => {
    const contact_list_id = await createContactListRows(rig.test, rig.tenant, someContacts(1));
    const { workflow_id } = await read(await rig.draftFor(someContacts(1)));
    const recurrence = { rule: "FREQ=DAILY;BYHOUR=9", timezone: "UTC" };
    const body = { name: "Live", workflow_id, contact_list_id, enrolment: "live" as const };
    const refused = await rig.operator.refused(createCampaignOperation, { body: { ...body, recurrence } });
    expect(refused).toMatchObject({ status: 422, code: "validation_error" });
    const { body: draft } = await rig.operator.call(createCampaignOperation, { body });
    const change = { ...at(draft.id), body: { recurrence } };
    expect(await rig.operator.refused(updateCampaignOperation, change)).toMatchObject(NOT_NOW);
    expect(await rig.operator.refused(finishCampaignOperation, at(draft.id))).toMatchObject(NOT_NOW);
    const plain = { ...at(draft.id), body: { enrolment: "snapshot" as const, order: "newest" as const } };
    expect((await rig.operator.call(updateCampaignOperation, plain)).body).toMatchObject(plain.body);
    expect(await rig.operator.refused(finishCampaignOperation, at(draft.id))).toMatchObject(NOT_NOW);
  });
});
