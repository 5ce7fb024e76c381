import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import {
  pauseCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
} from "../../api/campaigns/campaigns.operations.ts";
import { callRunContract } from "../../workflows/call-run/call-run.contract.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { ChaosScenario } from "./chaos-scenario.ts";
import { createKiller, type Killer } from "./killer.ts";
import { persistently } from "./persistent-client.ts";
import { countOpenWorkflows } from "./unfinished-calls.ts";
import { markdownTable } from "./verdict-table.ts";

/** A second, after the one in which Temporal still keeps the tasks of the killed worker for it (`worker/queues.ts`). */
const PROMISED_MS = 2000;
const ROUNDS = 3;
const MAX_CONCURRENCY = 40;
/** Temporal's visibility tells of an end a little later. */
const MOST_OPEN_CALLS = 2 * MAX_CONCURRENCY;
/** Contacts beyond those whose calls end without a price, so that the campaign still dials when it is paused. */
const STILL_TO_DIAL = 2000;
const SPEED = 20;
/** An hour on the clock: no call has its price while this is measured. */
const SCRIPT = {
  seed: "late-prices",
  speed: SPEED,
  price_delay_seconds: 3600 * SPEED,
  defaults: { outcomes: ["answered" as const], ring_seconds: 2, talk_seconds: [10, 20] as [number, number] },
};
const PATIENCE_MS = 600_000;

export const latePricesScenario: ChaosScenario = {
  name: "late-prices",
  title:
    "a carrier prices calls an hour later: the calls' workflows end, and a pause after a worker's kill is answered",
  usualSize: 2000,
  run: async ({ say, keep, size }) => {
    const stack = await openTestStack();
    try {
      const rounds = await measureAll(stack, { size, say });
      const holds = rounds.every((each) => each.afterReturnMs <= PROMISED_MS && each.openCalls <= MOST_OPEN_CALLS);
      return { table: roundsTable(rounds), holds };
    } finally {
      await stack.close({ keepData: keep });
      if (keep) say(`data and logs: ${stack.running.dataDir}`);
    }
  },
};

interface Round {
  /** Calls that are over, none of which has a price. */
  endedCalls: number;
  /** Workflows of calls that are open. */
  openCalls: number;
  afterKillMs: number;
  /** From the moment the worker takes work again to the answer of the pause. */
  afterReturnMs: number;
}

const measureAll = async (
  stack: TestStack,
  { size, say }: { size: number; say: (sentence: string) => void },
): Promise<Round[]> => {
  const organization = await openDiallingOrganization(stack.running, SCRIPT);
  const listId = await organization.importNumbers(fictionalNumbers(size + STILL_TO_DIAL));
  const campaignId = await organization.createCampaign(listId, { max_concurrency: MAX_CONCURRENCY });
  await organization.client.call(startCampaignOperation, { params: { campaign_id: campaignId } });
  await untilEnded(organization, { campaignId, calls: size });
  const killer = createKiller(() => stack.running);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await measure({ stack, organization, killer, campaignId });
    say(
      `${measured.endedCalls} calls without a price: the pause is answered ${seconds(measured.afterReturnMs)} s after the worker's return`,
    );
    rounds.push(measured);
  }
  return rounds;
};

interface Subject {
  stack: TestStack;
  organization: DiallingOrganization;
  killer: Killer;
  campaignId: number;
}

/** The worker is killed, and the pause is asked for at once: it waits for the new worker, which has to replay the campaign. */
const measure = async ({ stack, organization, killer, campaignId }: Subject): Promise<Round> => {
  const params = { campaign_id: campaignId };
  const openCalls = await countOpenWorkflows(stack.running, callRunContract.type);
  const endedCalls = await countEnded(organization, campaignId);
  const before = stack.running.pid("worker");
  await killer.kill("worker");
  const killedAtMs = Date.now();
  const returned = waitUntil(
    "the worker is back",
    async () => stack.running.pid("worker") !== before && (await isReady(stack)) && Date.now(),
    PATIENCE_MS,
  );
  const paused = persistently("the pause", () => organization.client.call(pauseCampaignOperation, { params })).then(
    () => Date.now(),
  );
  const [returnedAtMs, pausedAtMs] = [await returned, await paused];
  await organization.client.call(resumeCampaignOperation, { params });
  await untilEnded(organization, { campaignId, calls: endedCalls + MAX_CONCURRENCY });
  return {
    endedCalls,
    openCalls,
    afterKillMs: pausedAtMs - killedAtMs,
    afterReturnMs: Math.max(0, pausedAtMs - returnedAtMs),
  };
};

const isReady = async ({ running }: TestStack): Promise<boolean> =>
  (await fetch(`${running.addresses.worker}/readyz`).catch(() => null))?.ok ?? false;

const untilEnded = (organization: DiallingOrganization, { campaignId, calls }: { campaignId: number; calls: number }) =>
  waitUntil("the calls are over", async () => (await countEnded(organization, campaignId)) >= calls, PATIENCE_MS);

const countEnded = async ({ client }: DiallingOrganization, campaignId: number): Promise<number> => {
  const { body } = await client.call(campaignProgressOperation, { params: { campaign_id: campaignId } });
  return body.processed_rows;
};

const seconds = (ms: number) => (ms / 1000).toFixed(1);

const roundsTable = (rounds: readonly Round[]): string =>
  markdownTable(
    [
      "calls without a price",
      `open workflows of calls (at most ${MOST_OPEN_CALLS})`,
      "pause answered after the kill, s",
      "after the worker's return, s",
      `within ${PROMISED_MS / 1000} s`,
    ],
    rounds.map(({ endedCalls, openCalls, afterKillMs, afterReturnMs }) => [
      String(endedCalls),
      String(openCalls),
      seconds(afterKillMs),
      seconds(afterReturnMs),
      afterReturnMs <= PROMISED_MS ? "kept" : "BROKEN",
    ]),
  );
