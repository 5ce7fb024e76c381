import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { describeFindings } from "../../clients/typescript/verify/verify.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { prepareChaosCampaign } from "./chaos-campaign.ts";
import { gatherEvidence } from "./chaos-evidence.ts";
import { type Disturbance, planChaos, type Step } from "./chaos-plan.ts";
import { verifyChaosRecord } from "./chaos-record.ts";
import { playChaos } from "./chaos-story.ts";
import { createKiller } from "./killer.ts";
import { describeUnfinishedCalls } from "./unfinished-calls.ts";
import { judge } from "./verdict.ts";

const CONTACTS = 200;

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack();
});

afterAll(async () => {
  await stack?.close();
});

const at = (dialled: number, disturbance: Disturbance): Step => ({
  atShare: dialled / CONTACTS,
  atLatestAfterMs: null,
  disturbance,
});
const kill = (part: "worker" | "api" | "temporal" | "postgres"): Disturbance => ({
  kind: "kill",
  parts: [part],
  apartMs: 0,
});

/** A part of `npm run chaos`, small enough for every test run. */
const STEPS: Step[] = [
  at(20, kill("worker")),
  at(45, {
    kind: "do-not-call",
    contacts: Array.from({ length: 10 }, (_, index) => CONTACTS - 1 - index),
    killWhileAsking: "api",
    withKey: false,
  }),
  at(55, {
    kind: "withdraw-consent",
    contacts: Array.from({ length: 10 }, (_, index) => CONTACTS - 11 - index),
    killWhileAsking: "worker",
  }),
  at(65, kill("temporal")),
  at(80, {
    kind: "pause",
    forMs: 1500,
    killWhileAsking: null,
    killWhilePaused: ["worker", "api"],
    restartWhilePaused: false,
    withKey: true,
  }),
  at(110, kill("postgres")),
  at(130, { kind: "restart" }),
];

it("keeps every promise under kill -9, a restart of everything, and a carrier with bad manners", async () => {
  const { script } = planChaos({ seed: 1, contacts: CONTACTS, minutes: 1 });
  const chaos = await prepareChaosCampaign(stack.running, {
    contacts: CONTACTS,
    maxConcurrency: 25,
    script: { ...script, speed: 100 },
  });
  const killer = createKiller(() => stack.running);
  const stage = { chaos, killer, restart: stack.restart, say: () => {} };
  const promises = await playChaos(stage, { steps: STEPS, stillLimitMs: PATIENCE_MS });

  expect(promises.doNotCall.length + promises.pauses.length).toBe(2);
  expect(promises.withdrawn).toHaveLength(10);
  const unfinished = await describeUnfinishedCalls(stack.running, chaos);
  expect(describeFindings(await verifyChaosRecord(chaos))).not.toContain("NO ");
  expect({ unfinished, ...judge(await gatherEvidence(chaos), promises) }).toEqual({
    unfinished: [],
    dialledTwice: [],
    dialledAfterDoNotCall: [],
    withdrawnConsentDialled: [],
    dialledWhilePaused: [],
    dialledOutsideWindow: [],
    budgetOverdrawn: [],
    lost: [],
    countersOff: [],
    untested: [],
  });
});
