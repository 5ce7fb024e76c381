import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type HttpReceiver, respond, startHttpReceiver } from "../harness/http-receiver.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { type AskingPlatform, openAskingPlatform } from "./asking-platform.ts";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";
import { findWords } from "./find-words.ts";
import { createKiller, KILLABLE, type Killer } from "./killer.ts";
import { type PlannedRequest, planRequests } from "./request-plan.ts";
import { playRequest } from "./request-story.ts";
import {
  type AskedRequest,
  judgeRequests,
  keepsEveryPromise,
  type RequestRecord,
  type RequestVerdict,
} from "./request-verdict.ts";
import { seededRandom } from "./seeded-random.ts";
import { countKills, listBreaches, markdownTable } from "./verdict-table.ts";

/** Most of a request's time goes by while something is down: the more there are, the more go on side by side. */
const TURNS = 8;
const lanesFor = (size: number): number => Math.min(Math.max(Math.ceil(size / TURNS), 8), 64);
/** Between the end of one outage and the next kill. */
const CALM_MS: readonly [number, number] = [3000, 9000];
/** Answers are carried out and reported to the agents within this time. */
const SETTLES_WITHIN_MS = 240_000;
const POLL_MS = 500;

export const requestsScenario: ChaosScenario = {
  name: "requests",
  title: "requests of agents, each answered by two people at once, under kill -9 of every part",
  usualSize: 500,
  run: async (options) => {
    const results: RequestsResult[] = [];
    for (let seed = options.seed; seed < options.seed + options.seeds; seed += 1) {
      options.say(`seed ${seed}`);
      const result = await runSeed(seed, options);
      options.say(listBreaches(result.verdict));
      results.push(result);
    }
    return { table: requestsTable(results), holds: results.every(({ verdict }) => keepsEveryPromise(verdict)) };
  },
};

interface RequestsResult {
  seed: number;
  size: number;
  killer: Killer;
  tookMs: number;
  records: readonly RequestRecord[];
  verdict: RequestVerdict;
}

const runSeed = async (seed: number, { size, keep, say }: ChaosOptions): Promise<RequestsResult> => {
  const receiver = await startBookings();
  const stack = await openTestStack({ OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1", LOG_LEVEL: "info" });
  const killer = createKiller(() => stack.running);
  const startedAtMs = Date.now();
  try {
    const platform = await openAskingPlatform(stack.running, receiver.url);
    const plan = planRequests({ seed, size });
    const asked = await playAll(platform, plan, { killer, seed, say });
    await killer.everythingUp();
    const records = await settledRecords(stack, asked);
    const tookMs = Date.now() - startedAtMs;
    const verdict = judgeRequests({
      ...(await searched(stack, platform, receiver)),
      asked,
      rows: records,
      settlements: await readSettlements(stack),
      sent: receiver.requests.map(({ method, url, headers }) => ({
        method,
        url,
        key: String(headers["idempotency-key"]),
      })),
      kills: killer.kills.length,
    });
    return { seed, size, killer, tookMs, records, verdict };
  } finally {
    await stack.close({ keepData: keep });
    await receiver.close();
    if (keep) say(`data and logs: ${stack.running.dataDir}`);
  }
};

/** Starts the system behind the agents' tool: it books, and takes bookings back. */
const startBookings = async (): Promise<HttpReceiver> => {
  const receiver = await startHttpReceiver();
  let bookings = 0;
  receiver.answer = ({ method }, response) =>
    method === "POST" ? respond(response, 201, { id: (bookings += 1) }) : respond(response, 200, {});
  return receiver;
};

/** Plays this many at a time, while one part after another is killed. */
const playAll = async (
  platform: AskingPlatform,
  plan: readonly PlannedRequest[],
  { killer, seed, say }: { killer: Killer; seed: number; say(sentence: string): void },
): Promise<AskedRequest[]> => {
  const asked: AskedRequest[] = [];
  const waiting = [...plan];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) asked.push(await playRequest(platform, next));
  };
  const played = new AbortController();
  const killing = killUntil(played.signal, {
    killer,
    seed,
    say: (part) => say(`${asked.length} of ${plan.length} answered: ${part}`),
  });
  try {
    await Promise.all(Array.from({ length: lanesFor(plan.length) }, lane));
  } finally {
    played.abort();
    await killing;
  }
  return asked;
};

const killUntil = async (
  over: AbortSignal,
  { killer, seed, say }: { killer: Killer; seed: number; say(sentence: string): void },
): Promise<void> => {
  const random = seededRandom(seed + 1);
  while (!over.aborted) {
    for (const part of random.shuffled(KILLABLE)) {
      await delay(random.between(...CALM_MS), undefined, { signal: over }).catch(() => {});
      if (over.aborted) return;
      say(`kill -9 of ${part}`);
      await killer.kill(part);
      await killer.everythingUp();
    }
  }
};

const withDatabase = async <T>({ running }: TestStack, read: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: running.environment["DATABASE_MIGRATIONS_URL"] });
  await client.connect();
  try {
    return await read(client);
  } finally {
    await client.end();
  }
};

const readRecords = (stack: TestStack): Promise<RequestRecord[]> =>
  withDatabase(stack, async (client) => {
    const { rows } = await client.query<RequestRecord & { eventId: string }>(
      `select event_id as "eventId", state, decision, finished_at is not null as "isFinished",
         carried_out_at is not null as "isCarriedOut", undone_at is not null as "isUndoAsked",
         undo_carried_out_at is not null as "isUndoCarriedOut", tool_call_id as "toolCallId", undo_call_id as "undoCallId"
       from requests order by id`,
    );
    return rows.map((row) => ({ ...row, eventId: Number(row.eventId) }));
  });

/** Returns the records as soon as nothing is left to do about the opened requests, or at the end of the wait. */
const settledRecords = async (stack: TestStack, asked: readonly AskedRequest[]): Promise<RequestRecord[]> => {
  const deadline = Date.now() + SETTLES_WITHIN_MS;
  const events = new Set(asked.map(({ eventId }) => eventId));
  for (;;) {
    const records = await readRecords(stack);
    const areFinished = records.every(({ eventId, isFinished }) => isFinished || !events.has(eventId));
    if (areFinished || Date.now() > deadline) return records;
    await delay(POLL_MS);
  }
};

const readSettlements = (stack: TestStack) =>
  withDatabase(stack, async (client) => {
    const { rows } = await client.query<{ event_id: string; times: string }>(
      `select payload->>'event_id' as event_id, count(*) as times from timeline_events
       where payload->>'decision' in ('answered', 'confirmed', 'declined', 'provided') group by 1`,
    );
    return rows.map(({ event_id, times }) => ({ eventId: Number(event_id), times: Number(times) }));
  });

const searched = async (stack: TestStack, { secretMarker, controlWords }: AskingPlatform, receiver: HttpReceiver) => {
  const place = {
    folder: stack.running.dataDir,
    databaseUrl: stack.running.environment["DATABASE_MIGRATIONS_URL"] ?? "",
  };
  const told = receiver.requests.filter((request) => JSON.stringify(request).includes(secretMarker));
  const found = await findWords(controlWords, place);
  return {
    secretPlaces: [...(await findWords(secretMarker, place)), ...told.map(({ url }) => `request to ${url}`)],
    // The planted word must be found in a table, and in a file of the database.
    searchFinds:
      found.some((where) => where.startsWith("table ")) && found.some((where) => !where.startsWith("table ")),
  };
};

const requestsTable = (results: readonly RequestsResult[]): string =>
  markdownTable(
    [
      "seed",
      "requests",
      "confirmed",
      "undone",
      "secrets",
      ...KILLABLE.map((part) => `kills of ${part}`),
      "answered twice",
      "action run twice",
      "undone twice",
      "lost",
      "late, not told who was first",
      "secret seen",
      "minutes",
    ],
    results.map(({ seed, size, killer, tookMs, records, verdict }) => [
      String(seed),
      String(size),
      String(records.filter(({ decision }) => decision === "confirmed").length),
      String(records.filter(({ isUndoAsked }) => isUndoAsked).length),
      String(records.filter(({ decision }) => decision === "provided").length),
      ...KILLABLE.map((part) => String(countKills(killer.kills, part))),
      String(verdict.answeredTwice.length),
      String(verdict.runTwice.length),
      String(verdict.undoneTwice.length),
      String(verdict.lost.length),
      String(verdict.lateUntold.length),
      String(verdict.secretSeen.length),
      (tookMs / 60_000).toFixed(1),
    ]),
  );
