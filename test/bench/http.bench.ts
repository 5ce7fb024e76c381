import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { createApiKeyOperation } from "../../api/api-keys/api-keys.operations.ts";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { campaignStatements, startBareRoutes } from "./bare-routes.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { type LoadOptions, type LoadResult, medianOf, sendLoad } from "./http-load.ts";

const CONNECTIONS = 16;
const POOL_SIZE = 20;
const ROUNDS = 5;
const ROUND_SECONDS = 4;
/**
 * Warm-up requests, until the engine has compiled the code: a number and not a time, so that a slow machine measures no
 * cold code either.
 */
const WARM_UP_REQUESTS = 8000;
const CONTACTS = 20;
const LEAST_RATIO = 0.5;
const LIST = { name: "Everybody of the bench", description: "Made by the benchmark" };

type Target = Pick<LoadOptions, "url" | "method" | "headers" | "body">;

/** The same work requested from the API and from the bare server. */
interface Endpoint {
  name: string;
  ours: Target;
  bare: Target;
}

/**
 * A read and a write of the real API process over HTTP with an API key, against an Express route in a process of its own
 * with a pool of the same size on the same database. The bare route runs only the statements of the operation itself:
 * for the read its two selects, for the write `begin`, its two inserts, `commit`; under the same role and row-level
 * security. It does not authenticate, limit, validate, isolate an organization for each request, filter the answer by
 * a schema or send security headers. API and bare server take turns.
 */
export const httpBench: BenchPart = {
  name: "http",
  title: "requests per second of a read and of a write",
  run: async (context) => {
    context.say("starting the platform, with rate limits lifted by configuration");
    const stack = await openTestStack({
      RATE_LIMIT_PER_KEY_PER_SECOND: "1000000",
      RATE_LIMIT_PER_ADDRESS_PER_SECOND: "1000000",
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      LOG_LEVEL: "info",
    });
    try {
      return await measure(context, stack.running);
    } finally {
      await stack.close();
    }
  },
};

const measure = async (context: BenchContext, stack: RunningStack): Promise<BenchRow[]> => {
  const { client, campaignId, organizationId } = await prepareCampaign(stack);
  const apiKey = (await client.call(createApiKeyOperation, { body: { name: "bench" } })).body.api_key;
  const databaseUrl = stack.environment["DATABASE_MIGRATIONS_URL"] ?? "";
  const readCampaign = await campaignStatements(databaseUrl, campaignId);
  const bare = await startBareRoutes({ databaseUrl, poolSize: POOL_SIZE, organizationId, readCampaign });
  const room = await keepMakingRoom(databaseUrl, organizationId);
  try {
    const rows: BenchRow[] = [];
    for (const endpoint of endpointsOf({ api: stack.addresses.api, bare: bare.url, apiKey, campaignId })) {
      rows.push(...(await compare(context, endpoint)));
    }
    return rows;
  } finally {
    await room.stop();
    await bare.close();
  }
};

const MAKE_ROOM_EVERY_MS = 100;

/** Deletes the lists that were made: an organization has a thousand at most, and some thousands are made a second. */
const keepMakingRoom = async (databaseUrl: string, organizationId: number): Promise<{ stop(): Promise<void> }> => {
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  const stopping = new AbortController();
  const deleteAll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await db.query("delete from contact_lists where organization_id = $1 and name = $2", [organizationId, LIST.name]);
      await delay(MAKE_ROOM_EVERY_MS);
    }
  };
  const deleting = deleteAll();
  return {
    stop: async () => {
      stopping.abort();
      await deleting;
      await db.end();
    },
  };
};

/** A campaign that has ended: its progress comes from rows alone, and it has log entries. */
const prepareCampaign = async (stack: RunningStack): Promise<DiallingOrganization & { campaignId: number }> => {
  const organization = await openDiallingOrganization(stack, {
    defaults: { outcomes: ["answered"], ring_seconds: 0, talk_seconds: 0 },
  });
  const listId = await organization.importNumbers(fictionalNumbers(CONTACTS));
  const campaignId = await organization.createCampaign(listId, {
    max_concurrency: CONTACTS,
    retry_config: { max_retries: 0 },
  });
  const params = { campaign_id: campaignId };
  await organization.client.call(startCampaignOperation, { params });
  const state = async () => (await organization.client.call(campaignProgressOperation, { params })).body.state;
  await waitUntil("the campaign is completed", async () => (await state()) === "completed", 120_000);
  return { ...organization, campaignId };
};

const endpointsOf = (at: { api: string; bare: string; apiKey: string; campaignId: number }): Endpoint[] => {
  const credentials = { "x-api-key": at.apiKey };
  const json = { "content-type": "application/json" };
  const body = JSON.stringify(LIST);
  const read = { method: "GET" } as const;
  const write = { method: "POST", body } as const;
  return [
    {
      name: "GET /campaigns/{id}",
      ours: { ...read, url: `${at.api}/api/v1/campaigns/${at.campaignId}`, headers: credentials },
      bare: { ...read, url: `${at.bare}/campaign`, headers: {} },
    },
    {
      name: "POST /contact-lists",
      ours: { ...write, url: `${at.api}/api/v1/contact-lists`, headers: { ...credentials, ...json } },
      bare: { ...write, url: `${at.bare}/contact-lists`, headers: json },
    },
  ];
};

const compare = async (context: BenchContext, { name, ours, bare }: Endpoint): Promise<BenchRow[]> => {
  context.say(`${name}: answers of ${await answerBytes(ours)} bytes, bare ${await answerBytes(bare)} bytes`);
  for (const target of [ours, bare]) await load(target, { requests: WARM_UP_REQUESTS });
  const rounds: { ours: LoadResult[]; bare: LoadResult[] } = { ours: [], bare: [] };
  const roundCount = Math.max(1, Math.round(ROUNDS * context.scale));
  for (let round = 0; round < roundCount; round++) {
    rounds.ours.push(await load(ours, { durationSeconds: ROUND_SECONDS }));
    rounds.bare.push(await load(bare, { durationSeconds: ROUND_SECONDS }));
  }
  return rowsOf(name, medianOf(rounds.ours), medianOf(rounds.bare));
};

const load = (target: Target, extent: LoadOptions["extent"]): Promise<LoadResult> =>
  sendLoad({ ...target, connections: CONNECTIONS, extent });

const answerBytes = async ({ url, ...init }: Target): Promise<number> => {
  const response = await fetch(url, init);
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return byteLength;
};

const rowsOf = (name: string, ours: LoadResult, bare: LoadResult): BenchRow[] => {
  const ratio = ours.requestsPerSecond / bare.requestsPerSecond;
  const latency = ({ p50Ms, p99Ms }: LoadResult) => `${p50Ms} / ${p99Ms}`;
  return [
    {
      figure: `${name}, requests/s over ${CONNECTIONS} connections`,
      measured: ours.requestsPerSecond.toFixed(0),
      floor: `bare Express, same statements: ${bare.requestsPerSecond.toFixed(0)}`,
      ratio,
      goal: `≥ ${LEAST_RATIO}×`,
      holds: ratio >= LEAST_RATIO,
    },
    {
      figure: `${name}, latency p50 / p99, ms`,
      measured: latency(ours),
      floor: `bare: ${latency(bare)}`,
      ratio: null,
      goal: "",
      holds: null,
    },
    {
      figure: `${name}, failed requests`,
      measured: String(ours.failures),
      floor: `bare: ${bare.failures}`,
      ratio: null,
      goal: "0",
      holds: ours.failures + bare.failures === 0,
    },
  ];
};
