import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  campaignForecastOperation,
  campaignSummaryOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { startTestWorker } from "./running-worker.ts";
import { at, openWhatIfRig, type WhatIfRig } from "./what-if-rig.ts";

const CONTACTS = 120;

let rig: WhatIfRig;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  rig = await openWhatIfRig();
  worker = await startTestWorker(rig.test, rig);
});
afterAll(async () => {
  await worker?.stop();
  await rig?.close();
});

const others = (count: number) =>
  someContacts(count).map((contact, place) => ({
    ...contact,
    phone_number: `+1415556${String(place).padStart(4, "0")}`,
  }));

it("a draft is foreseen by the habits of an earlier campaign, and what then happens lies within the spread", async () => {
  const first = await rig.draftFor(someContacts(CONTACTS), { max_concurrency: 10 });
  expect((await rig.operator.call(campaignForecastOperation, at(first))).body.foreseen).toBeNull();
  await rig.start(first);
  await rig.stateIs(first, "completed");
  const next = await rig.draftFor(others(CONTACTS), { max_concurrency: 10 });
  const { foreseen, to_call } = (await rig.operator.call(campaignForecastOperation, at(next))).body;
  if (!foreseen) throw new Error("there is an earlier campaign");
  const { attempts: made } = (await rig.operator.call(campaignSummaryOperation, at(first))).body;
  expect({ to_call, ...foreseen }).toMatchObject({ to_call: CONTACTS, earlier_campaign_id: first, drawn_from: made });
  await rig.start(next);
  await rig.stateIs(next, "completed");
  const { attempts, answered, costs } = (await rig.operator.call(campaignSummaryOperation, at(next))).body;
  const happened = { attempts, answers: answered, cost_minor: costs[0]?.cost_minor ?? 0 };
  for (const name of ["attempts", "answers", "cost_minor"] as const) {
    const { low, high } = foreseen.spread[name];
    expect({
      name,
      value: happened[name],
      low,
      high,
      isWithin: happened[name] >= low && happened[name] <= high,
    }).toMatchObject({
      isWithin: true,
    });
  }
});
