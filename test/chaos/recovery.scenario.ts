import { setTimeout as delay } from "node:timers/promises";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ChaosCampaign, prepareChaosCampaign } from "./chaos-campaign.ts";
import type { ChaosScenario } from "./chaos-scenario.ts";
import { createKiller, KILLABLE, type KillablePart, type Killer } from "./killer.ts";
import { markdownTable } from "./verdict-table.ts";

const PROMISED_SECONDS = 10;
const ROUNDS = 3;
const MAX_CONCURRENCY = 10;
const CONTACTS = 3000;
/** Calls of two to four seconds: with all places taken a new call goes out every third of a second. */
const SCRIPT = {
  seed: "recovery",
  speed: 10,
  defaults: { outcomes: ["answered" as const], ring_seconds: 2, talk_seconds: [15, 35] as [number, number] },
};
const SETTLED_MS = 3000;
const SETTLED_CALLS = 4;
const PATIENCE_MS = 120_000;

export const recoveryScenario: ChaosScenario = {
  name: "recovery",
  title: "after kill -9 of a part, how soon after its return the first new call reaches the carrier",
  usualSize: 2000,
  run: async ({ say, keep }) => {
    const stack = await openTestStack();
    try {
      const recoveries = await measureAll(stack, say);
      const holds = recoveries.every(({ newCallAfterMs }) => newCallAfterMs <= PROMISED_SECONDS * 1000);
      return { table: recoveryTable(recoveries), holds };
    } finally {
      await stack.close({ keepData: keep });
      if (keep) say(`data and logs: ${stack.running.dataDir}`);
    }
  },
};

interface Recovery {
  part: KillablePart;
  backAfterMs: number;
  /** Measured from the part's return. */
  newCallAfterMs: number;
  /** Calls in the ten seconds after its return, which show that it continues and does not stop after one. */
  callsWithinPromise: number;
}

interface Subject {
  stack: TestStack;
  chaos: ChaosCampaign;
  killer: Killer;
}

const measureAll = async (stack: TestStack, say: (sentence: string) => void): Promise<Recovery[]> => {
  const settings = { contacts: CONTACTS, maxConcurrency: MAX_CONCURRENCY, script: SCRIPT };
  const chaos = await prepareChaosCampaign(stack.running, settings);
  await chaos.client.call(startCampaignOperation, { params: { campaign_id: chaos.campaignId } });
  const subject = { stack, chaos, killer: createKiller(() => stack.running) };
  const recoveries: Recovery[] = [];
  for (const part of Array.from({ length: ROUNDS }, () => KILLABLE).flat()) {
    const recovery = await measure(subject, part);
    const { backAfterMs, newCallAfterMs } = recovery;
    say(`${part}: back after ${seconds(backAfterMs)} s, the first new call ${seconds(newCallAfterMs)} s later`);
    recoveries.push(recovery);
  }
  return recoveries;
};

const measure = async ({ stack, chaos, killer }: Subject, part: KillablePart): Promise<Recovery> => {
  await waitUntil(
    "the campaign dials",
    async () => (await callsSince(chaos, Date.now() - SETTLED_MS)).length >= SETTLED_CALLS,
    PATIENCE_MS,
  );
  const before = part === "postgres-backend" ? undefined : stack.running.pid(part);
  await killer.kill(part);
  const killedAtMs = Date.now();
  const backAtMs = await waitUntil(
    `${part} is back`,
    async () => (part === "postgres-backend" || stack.running.pid(part) !== before) && (await killer.everythingUp()),
    PATIENCE_MS,
  );
  const newCallAtMs = await waitUntil("a new call", () => firstCallSince(chaos, backAtMs), PATIENCE_MS);
  const callsWithinPromise = await countCallsUntil(chaos, {
    fromMs: backAtMs,
    toMs: backAtMs + PROMISED_SECONDS * 1000,
  });
  return { part, backAfterMs: backAtMs - killedAtMs, newCallAfterMs: newCallAtMs - backAtMs, callsWithinPromise };
};

const callsSince = ({ simulator, account }: ChaosCampaign, sinceMs: number) =>
  simulator.record(`?account=${account}&since=${sinceMs}`);

const firstCallSince = async (chaos: ChaosCampaign, sinceMs: number): Promise<number | null> => {
  await delay(50);
  return (await callsSince(chaos, sinceMs))[0]?.received_at_ms ?? null;
};

const countCallsUntil = async (chaos: ChaosCampaign, { fromMs, toMs }: { fromMs: number; toMs: number }) => {
  await delay(Math.max(toMs - Date.now(), 0));
  return (await callsSince(chaos, fromMs)).filter(({ received_at_ms }) => received_at_ms < toMs).length;
};

const seconds = (ms: number) => (ms / 1000).toFixed(1);

const recoveryTable = (recoveries: readonly Recovery[]): string =>
  markdownTable(
    [
      "kill -9 of",
      "back after, s",
      "first new call after its return, s",
      "slowest, s",
      "calls in the 10 s after its return",
      `within ${PROMISED_SECONDS} s`,
    ],
    KILLABLE.map((part) => {
      const own = recoveries.filter((each) => each.part === part);
      const slowestMs = Math.max(...own.map(({ newCallAfterMs }) => newCallAfterMs));
      return [
        part,
        own.map(({ backAfterMs }) => seconds(backAfterMs)).join(" "),
        own.map(({ newCallAfterMs }) => seconds(newCallAfterMs)).join(" "),
        seconds(slowestMs),
        own.map(({ callsWithinPromise }) => callsWithinPromise).join(" "),
        slowestMs <= PROMISED_SECONDS * 1000 ? "kept" : "BROKEN",
      ];
    }),
  );
