import { afterAll, beforeAll, expect, it } from "@jest/globals";
import {
  pauseCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
} from "../../api/campaigns/campaigns.operations.ts";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ChaosCampaign, prepareChaosCampaign } from "./chaos-campaign.ts";

const CONTACTS = 200;
const LATE_DO_NOT_CALL = 10;

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
}, 120_000);

afterAll(async () => {
  await stack?.close();
}, 60_000);

/** A killed API is back in seconds; commands and do-not-call entries may be repeated. */
const persistently = <T>(what: string, ask: () => Promise<T>) => waitUntil(what, ask, 30_000);

it("keeps every promise under kill -9 of worker and API, a restart of everything, and a carrier with bad manners", async () => {
  const chaos = await prepareChaosCampaign(stack.running, CONTACTS);
  const { client, campaignId } = chaos;
  const params = { campaign_id: campaignId };
  const progress = () =>
    persistently("progress answers", async () => (await client.call(campaignProgressOperation, { params })).body);
  const dialled = (contacts: number) =>
    waitUntil(`${contacts} contacts are dialled`, async () => (await progress()).dialled >= contacts, 120_000);
  const kill = async (name: "worker" | "api") => {
    const pid = stack.running.pid(name);
    stack.running.kill(name, "SIGKILL");
    await waitUntil(
      `the ${name} is started again`,
      () => stack.running.pid(name) !== undefined && stack.running.pid(name) !== pid,
      30_000,
    );
  };

  await client.call(startCampaignOperation, { params });
  await dialled(20);
  await kill("worker");
  await dialled(45);
  await kill("api");
  const late = chaos.numbers.slice(-LATE_DO_NOT_CALL);
  await persistently("the late numbers are on the do-not-call list", () =>
    client.call(addDoNotCallOperation, { body: { phone_numbers: late } }),
  );
  const listedAtMs = Date.now();
  await dialled(80);
  await persistently("the campaign is paused", () => client.call(pauseCampaignOperation, { params }));
  const pausedAtMs = Date.now();
  await kill("worker");
  await kill("api");
  const resumedAtMs = Date.now();
  await persistently("the campaign is resumed", () => client.call(resumeCampaignOperation, { params }));
  await dialled(130);
  await stack.restart();
  await waitUntil("the campaign is completed", async () => (await progress()).state === "completed", 180_000);

  await judge(chaos, { late, listedAtMs, pausedAtMs, resumedAtMs });
}, 400_000);

const judge = async (
  { client, simulator, account, campaignId, numbers }: ChaosCampaign,
  {
    late,
    listedAtMs,
    pausedAtMs,
    resumedAtMs,
  }: { late: string[]; listedAtMs: number; pausedAtMs: number; resumedAtMs: number },
): Promise<void> => {
  const record = await simulator.record(`?account=${account}`);
  const summary = await simulator.summary(`?account=${account}`);
  const { body: figures } = await client.call(campaignProgressOperation, { params: { campaign_id: campaignId } });
  expect({
    dialledTwice: summary.repeated_keys,
    dialledAfterDoNotCall: record.filter(
      ({ to, received_at_ms }) => late.includes(to ?? "") && received_at_ms > listedAtMs,
    ),
    dialledWhilePaused: record.filter(
      ({ received_at_ms }) => received_at_ms > pausedAtMs && received_at_ms < resumedAtMs,
    ),
    lost: numbers.length - figures.suppressed - figures.finished,
    attempts: figures.attempts,
    dialled: figures.dialled,
    remaining: figures.remaining,
    inFlight: figures.in_flight,
  }).toEqual({
    dialledTwice: [],
    dialledAfterDoNotCall: [],
    dialledWhilePaused: [],
    lost: 0,
    attempts: summary.calls,
    dialled: Object.keys(summary.dials_per_number).length,
    remaining: 0,
    inFlight: 0,
  });
  expect(figures.answered).toBe((summary.outcomes["answered"] ?? 0) + (summary.outcomes["opted_out"] ?? 0));
};
