import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listWhatIfsOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import {
  askWhatIfOperation,
  cancelCampaignOperation,
  pauseCampaignOperation,
  resumeCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../../api/contacts/do-not-call.operations.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "./running-worker.ts";
import { at, MIXED, openWhatIfRig, RETRIES, type WhatIfRig } from "./what-if-rig.ts";

let rig: WhatIfRig;
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  rig = await openWhatIfRig();
  worker = await startTestWorker(rig.test, rig);
});
afterAll(async () => {
  await worker.stop();
  await rig.close();
});

/** A minute on the phone takes so long that something can happen meanwhile. */
const UNHURRIED = { speed: 100, defaults: { weights: MIXED } };
const HURRIED = { speed: 100_000, defaults: { weights: MIXED } };

const pause = (id: number) => rig.operator.call(pauseCampaignOperation, at(id));
const resume = (id: number) => rig.operator.call(resumeCampaignOperation, at(id));
const change = (id: number, body: object) => rig.operator.call(updateCampaignOperation, { ...at(id), body });

/** Asks for the campaign's own settings: every attempt has to be the one of the record. */
const expectOwn = async (id: number) => {
  const own = await rig.ask(id, {});
  expect(own).toMatchObject({ differing: 0, drawn: 0, seeds: 1 });
  expect(own.would).toEqual(own.was);
  const { executed } = await rig.progressOf(id);
  expect(own.was.attempts).toBeGreaterThanOrEqual(executed);
  return own;
};

describe("the own settings of a campaign that was really played give its own attempts", () => {
  it("and others fewer, beside what was", async () => {
    await rig.simulator.writeScript(HURRIED);
    const id = await rig.draftFor(someContacts(24));
    await rig.start(id);
    await rig.stateIs(id, "completed");
    const own = await expectOwn(id);
    expect(own.was.attempts).toBe((await rig.simulator.record()).length);
    expect(own.known_until).toBeNull();
    const once = await rig.ask(id, { retry_config: { max_retries: 0 } });
    expect(once.would.attempts).toBe(24);
    expect(once.was).toEqual(own.was);
    const { body: list } = await rig.operator.call(listWhatIfsOperation, at(id));
    expect(list.what_ifs.map(({ settings }) => settings)).toEqual([{ retry_config: { max_retries: 0 } }, {}]);
    expect(list.what_ifs.map(({ result }) => result)).toEqual(
      [once, own].map(({ was, would, ...result }) => ({
        ...result,
        was: { ...was, by_hour: [] },
        would: { ...would, by_hour: [] },
      })),
    );
    const people = someContacts(6).map(({ phone_number }) => phone_number);
    const blocked = await rig.ask(id, { do_not_call: people });
    expect(blocked.would.attempts).toBeLessThanOrEqual(own.was.attempts - 6);
  });

  it("where it was paused, its settings changed and people came on the do-not-call list meanwhile", async () => {
    await rig.simulator.writeScript(UNHURRIED);
    const people = someContacts(30);
    const id = await rig.draftFor(people, { max_concurrency: 4 });
    await rig.start(id);
    await rig.hasCalled(id, 6);
    const listed = people.slice(20, 26).map(({ phone_number }) => phone_number);
    await rig.operator.call(addDoNotCallOperation, { body: { phone_numbers: listed } });
    await rig.hasCalled(id, 12);
    await pause(id);
    await change(id, { max_concurrency: 2, retry_config: { max_retries: 1, retry_on_busy: false } });
    await resume(id);
    await rig.hasCalled(id, 16);
    await pause(id);
    // While it runs on it is replayed until now.
    const paused = await expectOwn(id);
    expect(paused.known_until).not.toBeNull();
    await change(id, { max_concurrency: 5 });
    await resume(id);
    await rig.stateIs(id, "completed");
    await expectOwn(id);
  });

  it("where its breaker tripped, and it was canceled in the end", async () => {
    await rig.simulator.writeScript({ speed: 100_000, defaults: { weights: { failed: 3, answered: 1 } } });
    const circuit_breaker = { enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 5 };
    const id = await rig.draftFor(someContacts(20), { circuit_breaker });
    await rig.start(id);
    await rig.stateIs(id, "paused");
    await rig.simulator.writeScript(UNHURRIED);
    await change(id, { circuit_breaker: { enabled: false } });
    await resume(id);
    await rig.hasCalled(id, 10);
    await pause(id);
    await rig.operator.call(cancelCampaignOperation, at(id));
    await waitUntil("its calls are over", async () => {
      const runs = rig.test.everything.selectFrom("call_runs").select("id").where("campaign_id", "=", id);
      return (await runs.where("ended_at", "is", null).execute()).length === 0;
    });
    await expectOwn(id);
  });

  it("where its budget was spent, and raised", async () => {
    await rig.simulator.writeScript(HURRIED);
    const budget = { total_minor: 12, currency: "USD" };
    const id = await rig.draftFor(someContacts(15), { budget });
    await rig.start(id);
    await waitUntil("it waits for its budget", async () => {
      const logs = rig.test.everything.selectFrom("campaign_logs").select("event").where("campaign_id", "=", id);
      return (await logs.execute()).some(({ event }) => event === "waiting_for_budget");
    });
    await pause(id);
    await change(id, { budget: { total_minor: 1000, currency: "USD" } });
    await resume(id);
    await rig.stateIs(id, "completed");
    const own = await expectOwn(id);
    const poorer = await rig.ask(id, { budget: { total_minor: 6, currency: "USD" } });
    expect(poorer.would.cost_minor).toBeLessThanOrEqual(6);
    expect(poorer.would.attempts).toBeLessThan(own.was.attempts);
  });
});

describe("another policy, predicted from one campaign and then really run", () => {
  const POLICIES = {
    "no retries": { retry_config: { max_retries: 0 } },
    "none after busy": { retry_config: { retry_on_busy: false } },
    "one retry, by one line": { retry_config: { max_retries: 1 }, max_concurrency: 1 },
  };

  it.each(Object.entries(POLICIES))("%s", async (_name, policy) => {
    // Nobody of them has opted out, or does: the second run would not call them.
    const people = someContacts(140).slice(100);
    const weights = { answered: 3, busy: 2, no_answer: 3, voicemail: 1, failed: 1 };
    const play = async (settings: object) => {
      // Who has no record is at the first attempt: the simulated people do the same as before.
      await rig.simulator.ask("DELETE", "/v1/record");
      await rig.simulator.writeScript({ ...HURRIED, seed: "habits", defaults: { weights } });
      const id = await rig.draftFor(people, settings);
      await rig.start(id);
      await rig.stateIs(id, "completed");
      return id;
    };
    const { would, drawn } = await rig.ask(await play({}), policy);
    const { retry_config, ...others } = policy;
    const truth = await expectOwn(await play({ retry_config: { ...RETRIES, ...retry_config }, ...others }));
    expect({ ...would, ends_at: null, by_hour: null }).toEqual({ ...truth.was, ends_at: null, by_hour: null });
    expect(drawn).toBe(0);
  });
});

describe("a question that cannot be asked", () => {
  it("is refused with the reason", async () => {
    const id = await rig.draftFor(someContacts(1));
    const refused = (body: object) => rig.operator.refused(askWhatIfOperation, { ...at(id), body });
    expect(await refused({})).toMatchObject({ status: 409, detail: expect.stringContaining("see its forecast") });
    await rig.start(id);
    await rig.stateIs(id, "completed");
    for (const body of [
      { max_retries: 3 },
      { retry_config: { max_retries: 1, retry_delays_seconds: [1, 2] } },
      { max_concurrency: 0 },
      { calls_per_second: -1 },
      { do_not_call: ["12"] },
      { holidays: ["tomorrow"] },
      { schedule_config: { slots: [], timezone: "UTC" } },
    ])
      expect({ body, ...(await refused(body)) }).toMatchObject({ body, status: 422 });
  });
});
