import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import {
  createTelephonyAccountOperation,
  updateTelephonyAccountOperation,
} from "../../api/telephony/telephony.operations.ts";
import type { RecordedRequest } from "../../infra/simulator/record.ts";
import type { SimulatorScriptInput } from "../../infra/simulator/script.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { ChaosScenario } from "./chaos-scenario.ts";
import { createKiller } from "./killer.ts";
import { persistently } from "./persistent-client.ts";
import { markdownTable } from "./verdict-table.ts";

const CONCURRENCY = 20;
/** How long the campaign may dial nobody when its carrier dies. */
const PROMISED_MS = 10_000;
const PATIENCE_MS = 600_000;
const DIES_AT_SHARE = 0.25;
/** While it is out for the first time, so that the call that tries it again finds it well. */
const COMES_BACK_AT_SHARE = 0.35;

const ALIVE: SimulatorScriptInput = {
  seed: "dead-carrier",
  speed: 3,
  defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: [5, 15] },
};
/** It answers every request with an error, after which nobody can know whether somebody is called. */
const DEAD: SimulatorScriptInput = { ...ALIVE, defaults: { ...ALIVE.defaults, misbehaviours: { server_error: 1 } } };

export const deadCarrierScenario: ChaosScenario = {
  name: "dead-carrier",
  title: "a carrier dies in the middle of a campaign, the worker is killed, and another account takes over",
  usualSize: 600,
  run: async ({ size, say, keep }) => {
    const stack = await openTestStack();
    try {
      const judged = await play(stack, { size, say });
      return { table: tableOf(judged), holds: holds(judged) };
    } finally {
      await stack.close({ keepData: keep });
      if (keep) say(`data and logs: ${stack.running.dataDir}`);
    }
  },
};

interface Judged {
  contacts: number;
  /** Calls that each carrier made. */
  calls: { first: number; follower: number };
  /** Contacts for whom the dead carrier was asked, and who are not called again because nobody knows whether they were. */
  unknown: number;
  twice: string[];
  lost: string[];
  /** The longest time without an accepted call after the carrier's death. */
  stillMs: number;
  /** Calls of the first carrier after it had come back. */
  afterReturn: number;
}

const play = async (
  stack: TestStack,
  { size, say }: { size: number; say: (sentence: string) => void },
): Promise<Judged> => {
  const organization = await openDiallingOrganization(stack.running, ALIVE);
  const { simulator, account } = organization;
  const follower = await addFollower(organization);
  const numbers = fictionalNumbers(size);
  const campaignId = await organization.createCampaign(await organization.importNumbers(numbers), {
    max_concurrency: CONCURRENCY,
  });
  await organization.client.call(startCampaignOperation, { params: { campaign_id: campaignId } });
  const untilShare = (share: number) => untilProcessed(organization, { campaignId, count: Math.ceil(size * share) });
  await untilShare(DIES_AT_SHARE);
  await simulator.writeScript(DEAD, `?account=${account}`);
  const diedAtMs = Date.now();
  say("the carrier answers nothing but errors");
  await waitUntil(
    "the other account dials",
    async () => (await readRequests(organization, follower)).length > 0,
    PATIENCE_MS,
  );
  const killer = createKiller(() => stack.running);
  await killer.kill("worker");
  say("the other account dials; the worker was killed");
  await untilShare(COMES_BACK_AT_SHARE);
  await simulator.writeScript(ALIVE, `?account=${account}`);
  const backAtMs = Date.now();
  say("the carrier is back");
  await untilShare(1);
  const own = await readRequests(organization, account);
  const others = await readRequests(organization, follower);
  return judge({ numbers, own, others, diedAtMs, killedAtMs: killer.kills[0]?.atMs ?? diedAtMs, backAtMs });
};

const addFollower = async ({
  client,
  simulator,
  account,
  telephonyAccountId,
}: DiallingOrganization): Promise<string> => {
  const follower = `follower-${crypto.randomUUID()}`;
  await simulator.writeScript(ALIVE, `?account=${follower}`);
  const { body } = await client.call(createTelephonyAccountOperation, {
    body: { name: follower, config: { provider: "simulator", account: follower } },
  });
  await client.call(updateTelephonyAccountOperation, {
    params: { config_id: telephonyAccountId },
    body: {
      name: account,
      config: { provider: "simulator", account },
      failover: [{ telephony_configuration_id: body.id }],
    },
  });
  return follower;
};

const readRequests = ({ simulator }: DiallingOrganization, account: string): Promise<RecordedRequest[]> =>
  simulator.record(`?account=${account}`);

const untilProcessed = (
  { client }: DiallingOrganization,
  { campaignId, count }: { campaignId: number; count: number },
) =>
  waitUntil(
    `${count} contacts are processed`,
    async () => {
      const params = { campaign_id: campaignId };
      const { body } = await persistently("progress", () => client.call(campaignProgressOperation, { params }));
      return body.processed_rows >= count;
    },
    PATIENCE_MS,
  );

const judge = ({
  numbers,
  own,
  others,
  diedAtMs,
  killedAtMs,
  backAtMs,
}: {
  numbers: readonly string[];
  own: readonly RecordedRequest[];
  others: readonly RecordedRequest[];
  diedAtMs: number;
  killedAtMs: number;
  backAtMs: number;
}): Judged => {
  const accepted = [...own, ...others].filter(({ answer }) => answer === "accepted");
  const called = Map.groupBy(accepted, ({ to }) => to);
  const asked = new Set([...own, ...others].map(({ to }) => to));
  // Until the worker is killed: what its return takes is another promise.
  const instants = accepted
    .map(({ received_at_ms }) => received_at_ms)
    .filter((at) => at >= diedAtMs && at <= killedAtMs)
    .toSorted((one, other) => one - other);
  const bounds = [diedAtMs, ...instants];
  return {
    contacts: numbers.length,
    calls: {
      first: own.filter(({ answer }) => answer === "accepted").length,
      follower: others.filter(({ answer }) => answer === "accepted").length,
    },
    unknown: numbers.filter((number) => asked.has(number) && !called.has(number)).length,
    twice: numbers.filter((number) => (called.get(number)?.length ?? 0) > 1),
    lost: numbers.filter((number) => !asked.has(number)),
    stillMs: Math.max(
      ...bounds.slice(1).map((at, index) => at - (bounds[index] ?? at)),
      killedAtMs - (bounds.at(-1) ?? 0),
    ),
    afterReturn: own.filter(({ answer, received_at_ms }) => answer === "accepted" && received_at_ms > backAtMs).length,
  };
};

const holds = ({ twice, lost, stillMs, calls, afterReturn }: Judged): boolean =>
  twice.length + lost.length === 0 && stillMs <= PROMISED_MS && calls.follower > 0 && afterReturn > 0;

const tableOf = ({ contacts, calls, unknown, twice, lost, stillMs, afterReturn }: Judged): string =>
  markdownTable(
    [
      "contacts",
      "by the first",
      "by the one that follows",
      "answer unknown",
      "twice",
      "lost",
      "nobody dialled for, s",
      "by the first after its return",
    ],
    [
      [
        ...[contacts, calls.first, calls.follower, unknown, twice.length, lost.length].map(String),
        (stillMs / 1000).toFixed(1),
        String(afterReturn),
      ],
    ],
  );
