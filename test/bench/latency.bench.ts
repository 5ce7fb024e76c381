import { Client } from "pg";
import { listContactsOperation } from "../../api/contacts/contacts.operations.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { type FilledOrganization, openFilledOrganization } from "./filled-organization.ts";
import { median, quantile } from "./median.ts";
import { SEEDED_TABLES } from "./seed-rows.ts";

const SMALL = 1000;
const LARGE = 1_000_000;
const MANY = { warmUps: 15, rounds: 150 };
/** These rounds are for requests that take seconds. */
const A_FEW = { warmUps: 1, rounds: 5 };
const GOAL = 1.5;
/** Beyond a million calls it is a million that the larger organization is compared with. */
const GOAL_BEYOND = 1.2;
const KB = 1024;
/** One page size everywhere, which the smaller organization can fill too. */
const PAGE = 20;

const UNLIMITED = { RATE_LIMIT_PER_KEY_PER_SECOND: "1000000", RATE_LIMIT_PER_ADDRESS_PER_SECOND: "1000000" };

/**
 * Sends the same requests to two API processes on two databases of one server, one with a thousand times the rows. Each
 * database holds nothing else, so the smaller one has shallow indexes and all of its rows in memory: the harder floor.
 * Requests alternate, after both have been warmed up alike.
 */
export const latencyBench: BenchPart = {
  name: "latency",
  title: "progress, lists and timeline with a million contacts and calls, beside a thousand",
  run: async (context) => {
    const stack = await openTestStack(UNLIMITED);
    const opened: FilledOrganization[] = [];
    try {
      const counts = countsOf(context.scale);
      for (const count of counts) {
        context.say(`writing ${count.toLocaleString("en")} contacts and calls`);
        const startedMs = performance.now();
        opened.push(await openFilledOrganization(stack.running, count));
        context.say(`  that took ${Math.round((performance.now() - startedMs) / 1000)} s`);
      }
      const [small, large] = opened;
      if (!small || !large) throw new Error("two organizations were to be opened");
      const disk = await measureDisk(large, counts[1]);
      return [disk, ...(await measureAll(context, { small, large, counts }))];
    } finally {
      for (const organization of opened) await organization.close();
      await stack.close();
    }
  },
};

const countsOf = (scale: number): readonly [number, number] => [
  scale > 1 ? LARGE : SMALL,
  Math.max(Math.round(LARGE * scale), SMALL),
];

/** What a call takes that nobody talked in, with its contact, the campaign's own row of it, two events and every index. */
const measureDisk = async ({ databaseUrl }: FilledOrganization, count: number): Promise<BenchRow> => {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string; indexes: string }>(
      `select sum(pg_total_relation_size(name::regclass)) as bytes, sum(pg_indexes_size(name::regclass)) as indexes
       from unnest($1::text[]) name`,
      [SEEDED_TABLES],
    );
    const perCall = (bytes = "0") => (Number(bytes) / count / KB).toFixed(2);
    return {
      figure: "kB of disk of a call, with its contact and two events",
      measured: perCall(rows[0]?.bytes),
      floor: `of these indexes: ${perCall(rows[0]?.indexes)}`,
      ...{ ratio: null, goal: "", holds: null },
    };
  } finally {
    await client.end();
  }
};

interface Endpoint {
  name: string;
  /** Printed for information: its answer is about every row. */
  isWhole?: boolean;
  /** The slowest that the larger organization's 95th percentile may be, in place of the ratio to the smaller one's. */
  p95Ms?: number;
  path(organization: FilledOrganization): Promise<string> | string;
}

const filtered = (attribute: string, value: object) =>
  `filters=${encodeURIComponent(JSON.stringify([{ attribute, value }]))}`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const runsOfAgent = (query: string) => (organization: FilledOrganization) =>
  `/workflow/${organization.agentId}/runs?limit=${PAGE}&${query}`;
const runsOfCampaign = (query: string) => (organization: FilledOrganization) =>
  `/campaigns/${organization.campaignId}/runs?limit=${PAGE}&${query}`;
const usage = (query: string) => () => `/organizations/usage/runs?limit=${PAGE}&${query}`;
const ofCampaign = (what: string) => (organization: FilledOrganization) =>
  `/campaigns/${organization.campaignId}/${what}`;

const LAST_WEEK = { from: daysAgo(9), to: daysAgo(2) };
const WEEK_IN_DAYS = `start_date=${daysAgo(9).slice(0, 10)}&end_date=${daysAgo(2).slice(0, 10)}`;

const ENDPOINTS: Endpoint[] = [
  { name: "campaign progress", path: ofCampaign("progress") },
  { name: "campaigns", path: () => `/campaigns?limit=${PAGE}` },
  { name: "agents, with their number of calls", path: () => "/workflow/fetch" },
  { name: "calls of the organization (usage)", path: usage("") },
  { name: "… of a week, in days", path: usage(WEEK_IN_DAYS) },
  { name: "… that were busy", path: usage(filtered("dispositionCode", { codes: ["busy"] })) },
  { name: "… longest first", path: usage("sort_by=duration") },
  { name: "calls of an agent", path: runsOfAgent("") },
  { name: "… that are completed", path: runsOfAgent(filtered("status", { status: "completed" })) },
  { name: "… in progress (none)", path: runsOfAgent(filtered("status", { status: "in_progress" })) },
  { name: "… of a week, in instants", path: runsOfAgent(filtered("dateRange", LAST_WEEK)) },
  { name: "calls of a campaign", path: runsOfCampaign("") },
  { name: "… that were busy", path: runsOfCampaign(filtered("dispositionCode", { codes: ["busy"] })) },
  { name: "… of a week, in instants", path: runsOfCampaign(filtered("dateRange", LAST_WEEK)) },
  { name: "… longest first", path: runsOfCampaign("sort_by=duration") },
  {
    name: "calls of a small campaign, longest first",
    path: ({ smallCampaignId }) => `/campaigns/${smallCampaignId}/runs?limit=${PAGE}&sort_by=duration`,
  },
  { name: "contacts of a list", path: ({ listId }) => `/contact-lists/${listId}/contacts?limit=${PAGE}` },
  { name: "… page 5", path: ({ listId }) => `/contact-lists/${listId}/contacts?limit=${PAGE}&page=5` },
  { name: "home view, today", path: () => "/team/home", p95Ms: 50 },
  { name: "… of 30 days", path: () => "/team/home?days=30", p95Ms: 50 },
  { name: "agents' states", path: () => "/team/status", p95Ms: 50 },
  { name: "timeline", path: () => `/timeline?limit=${PAGE}` },
  { name: "… deep in it", path: () => `/timeline?limit=${PAGE}&before_at=${daysAgo(15)}&before_id=1` },
  {
    name: "calls of a campaign by duration",
    isWhole: true,
    path: runsOfCampaign(filtered("duration", { min: 30, max: 60 })),
  },
  { name: "usage of one number", isWhole: true, path: usage(filtered("calledNumber", { value: "2120000123" })) },
  {
    name: "search in a list's contacts",
    isWhole: true,
    path: ({ listId }) => `/contact-lists/${listId}/contacts?q=Person 77`,
  },
  { name: "last page of a list", isWhole: true, path: lastPage },
  { name: "campaign summary", isWhole: true, path: ofCampaign("summary") },
];

async function lastPage({ client, listId }: FilledOrganization): Promise<string> {
  const params = { contact_list_id: listId };
  const { body } = await client.call(listContactsOperation, { params, query: { limit: PAGE } });
  return `/contact-lists/${listId}/contacts?limit=${PAGE}&page=${body.total_pages}`;
}

interface Pair {
  small: FilledOrganization;
  large: FilledOrganization;
  /** The calls of each. */
  counts: readonly [number, number];
}

const measureAll = async ({ say }: BenchContext, pair: Pair): Promise<BenchRow[]> => {
  const rows: BenchRow[] = [];
  for (const endpoint of ENDPOINTS) {
    const [small, large] = await measure(endpoint, pair);
    rows.push(rowOf(endpoint, { small, large, base: pair.counts[0] }));
    say(`${endpoint.name}: ${inMs(median(small))} and ${inMs(median(large))} ms`);
  }
  say(`The larger organization has ${pair.counts[1].toLocaleString("en")} contacts and calls.`);
  return rows;
};

const measure = async (endpoint: Endpoint, { small, large }: Pair): Promise<[number[], number[]]> => {
  const times: [number[], number[]] = [[], []];
  const targets = await Promise.all(
    [small, large].map(async (organization) => ({ organization, path: await endpoint.path(organization) })),
  );
  const { warmUps, rounds } = endpoint.isWhole ? A_FEW : MANY;
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [at, { organization, path }] of targets.entries()) {
      const took = await timed(organization, path);
      if (round >= 0) times[at]?.push(took);
    }
  }
  return times;
};

const timed = async ({ client }: FilledOrganization, path: string): Promise<number> => {
  const startedAt = performance.now();
  const response = await client.fetch(`/api/v1${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
};

const rowOf = (
  { name, isWhole, p95Ms }: Endpoint,
  { small, large, base }: { small: number[]; large: number[]; base: number },
): BenchRow => {
  const ratio = median(large) / median(small);
  return {
    figure: `${name}, ms (p50 / p95)`,
    measured: `${inMs(median(large))} / ${inMs(quantile(large, 0.95))}`,
    floor: `with ${base.toLocaleString("en")}: ${inMs(median(small))} / ${inMs(quantile(small, 0.95))}`,
    ratio,
    ...goalOf({ isWhole, p95Ms }, { ratio, p95: quantile(large, 0.95), most: base === SMALL ? GOAL : GOAL_BEYOND }),
  };
};

const goalOf = (
  { isWhole, p95Ms }: Pick<Endpoint, "isWhole" | "p95Ms">,
  { ratio, p95, most }: { ratio: number; p95: number; most: number },
): Pick<BenchRow, "goal" | "holds"> => {
  if (isWhole) return { goal: "", holds: null };
  return p95Ms === undefined
    ? { goal: `≤ ${most}×`, holds: ratio <= most }
    : { goal: `p95 < ${p95Ms} ms`, holds: p95 < p95Ms };
};

const inMs = (milliseconds: number): string => milliseconds.toFixed(1);
