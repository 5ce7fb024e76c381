import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { createSimulatorClient } from "../../infra/simulator/simulator-client.ts";

/** Times of one organization's requests in ms. */
export interface NeighbourTimes {
  read: number[];
  write: number[];
  /** The time from the request for a call until its carrier was asked for it. */
  firstRequest: number[];
  /** Answers other than success. */
  failures: string[];
}

export interface Neighbour {
  api: string;
  headers: Record<string, string>;
  campaignId: number;
  agentUuid: string;
  telephonyAccountId: number;
  account: string;
  simulator: ReturnType<typeof createSimulatorClient>;
  /** Numbers that it has not called yet. */
  numbers: Iterator<string>;
}

export interface NeighbourExtent {
  calls: number;
}

const READ_EVERY_MS = 50;
const WRITE_EVERY_MS = 100;
const CALL_EVERY_MS = 250;
/** A call that its carrier was not asked for by then counts as this long. */
const CALL_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 200;
const DELETE_EVERY_MS = 20;

/** A steady client, far below its limits: a read, a write and a call at a time, each in a rhythm of its own. */
export const measureNeighbour = async (neighbour: Neighbour, { calls }: NeighbourExtent): Promise<NeighbourTimes> => {
  const times: NeighbourTimes = { read: [], write: [], firstRequest: [], failures: [] };
  const made: string[] = [];
  const durationMs = calls * CALL_EVERY_MS;
  await Promise.all([
    inRhythm({ everyMs: READ_EVERY_MS, durationMs }, async () => {
      times.read.push((await timed(neighbour, times, { path: `/campaigns/${neighbour.campaignId}` })).ms);
    }),
    inRhythm({ everyMs: WRITE_EVERY_MS, durationMs }, async () => {
      const body = { name: "Everybody of the bench", description: "Made by the benchmark" };
      const { ms, text } = await timed(neighbour, times, { path: "/contact-lists", body });
      times.write.push(ms);
      made.push(text);
    }),
    measureCalls(neighbour, times, durationMs),
  ]);
  await deleteLists(neighbour, made);
  return times;
};

/**
 * Deletes them again: an organization has a thousand lists at most, and a whole run makes some thousands. It stays below the limit of the
 * key, which what is measured next needs.
 */
const deleteLists = async ({ api, headers }: Neighbour, made: readonly string[]): Promise<void> => {
  for (const text of made) {
    await delay(DELETE_EVERY_MS);
    const { id } = z.object({ id: z.number().optional() }).parse(JSON.parse(text));
    if (id === undefined) continue;
    const response = await fetch(`${api}/api/v1/contact-lists/${id}`, { method: "DELETE", headers });
    if (!response.ok) throw new Error(`a list of the benchmark was not deleted: ${await response.text()}`);
  }
};

const inRhythm = async (
  { everyMs, durationMs }: { everyMs: number; durationMs: number },
  act: () => Promise<void>,
): Promise<void> => {
  const startedAt = performance.now();
  for (let at = 0; at < durationMs; at += everyMs) {
    await delay(Math.max(0, startedAt + at - performance.now()));
    await act();
  }
};

interface NeighbourRequest {
  path: string;
  body?: object;
}

const timed = async (
  { api, headers }: Neighbour,
  { failures }: NeighbourTimes,
  { path, body }: NeighbourRequest,
): Promise<{ ms: number; text: string }> => {
  const startedAt = performance.now();
  const response = await fetch(`${api}/api/v1${path}`, {
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) failures.push(`${path}: ${response.status} ${text}`);
  return { ms: performance.now() - startedAt, text };
};

/** The carrier's own record says when it was asked; its clock is this machine's. */
const measureCalls = async (neighbour: Neighbour, times: NeighbourTimes, durationMs: number): Promise<void> => {
  const askedAt = new Map<string, number>();
  const since = Date.now();
  const asking: Promise<unknown>[] = [];
  await inRhythm({ everyMs: CALL_EVERY_MS, durationMs }, async () => {
    const number = String(neighbour.numbers.next().value);
    askedAt.set(number, Date.now());
    const body = { phone_number: number, telephony_configuration_id: neighbour.telephonyAccountId };
    // The next one is asked for in time, also when the answer is not there yet.
    asking.push(timed(neighbour, times, { path: `/public/agent/workflow/${neighbour.agentUuid}`, body }));
  });
  await Promise.all(asking);
  const dialled = await dialledNumbers(neighbour, { askedAt, since });
  for (const [number, at] of askedAt) times.firstRequest.push((dialled.get(number) ?? at + CALL_WITHIN_MS) - at);
};

const dialledNumbers = async (
  { simulator, account }: Neighbour,
  { askedAt, since }: { askedAt: ReadonlyMap<string, number>; since: number },
): Promise<Map<string, number>> => {
  for (const deadline = Date.now() + CALL_WITHIN_MS; ; await delay(LOOK_EVERY_MS)) {
    const record = await simulator.record(`?account=${account}&since=${since}`);
    const dialled = new Map(record.flatMap(({ to, received_at_ms }) => (to ? [[to, received_at_ms]] : [])));
    if ([...askedAt.keys()].every((number) => dialled.has(number)) || Date.now() > deadline) return dialled;
  }
};
