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
/** Of each endpoint. */
const LOAD_SECONDS = 20;
const ROUNDS = 5;
/** An organization has a thousand contact lists at most: so many are made in a round, and removed before the next one. */
const LISTS_OF_ROUND = 900;
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
  rounds: number;
  /** The extent of the load in a round. */
  extent: LoadOptions["extent"];
  /** Rounds before the first one that counts. */
  warmUp: { rounds: number; extent: LoadOptions["extent"] };
  /** Runs before each round. */
  prepare(): Promise<void>;
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
  const removeLists = async () => {
    await db.query("delete from contact_lists where organization_id = $1 and name = $2", [organizationId, LIST.name]);
    await db.query("vacuum contact_lists");
  };
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const rows: BenchRow[] = [];
    for (const endpoint of endpointsOf({ api: stack.addresses.api, bare: bare.url, apiKey, campaignId, removeLists })) {
      rows.push(...(await compare(context, endpoint)));
    }
    return rows;
  } finally {
    await db.end();
    await bare.close();
  }
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

const endpointsOf = (at: {
  api: string;
  bare: string;
  apiKey: string;
  campaignId: number;
  removeLists(): Promise<void>;
}): Endpoint[] => {
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
      rounds: ROUNDS,
      extent: { durationSeconds: LOAD_SECONDS / ROUNDS },
      warmUp: { rounds: 1, extent: { requests: WARM_UP_REQUESTS } },
      prepare: async () => {},
    },
    {
      name: "POST /contact-lists",
      ours: { ...write, url: `${at.api}/api/v1/contact-lists`, headers: { ...credentials, ...json } },
      bare: { ...write, url: `${at.bare}/contact-lists`, headers: json },
      rounds: LOAD_SECONDS,
      extent: { requests: LISTS_OF_ROUND },
      warmUp: { rounds: Math.ceil(WARM_UP_REQUESTS / LISTS_OF_ROUND), extent: { requests: LISTS_OF_ROUND } },
      prepare: at.removeLists,
    },
  ];
};

const compare = async (context: BenchContext, endpoint: Endpoint): Promise<BenchRow[]> => {
  const { name, ours, bare, extent, warmUp } = endpoint;
  context.say(`${name}: answers of ${await answerBytes(ours)} bytes, bare ${await answerBytes(bare)} bytes`);
  const load = async (target: Target, extent: LoadOptions["extent"]): Promise<LoadResult> => {
    await endpoint.prepare();
    return sendLoad({ ...target, connections: CONNECTIONS, extent });
  };
  for (const target of [ours, bare]) {
    for (let round = 0; round < warmUp.rounds; round++) await load(target, warmUp.extent);
  }
  const rounds: { ours: LoadResult[]; bare: LoadResult[] } = { ours: [], bare: [] };
  const roundCount = Math.max(1, Math.round(endpoint.rounds * context.scale));
  for (let round = 0; round < roundCount; round++) {
    rounds.ours.push(await load(ours, extent));
    rounds.bare.push(await load(bare, extent));
  }
  return rowsOf(name, medianOf(rounds.ours), medianOf(rounds.bare));
};

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
