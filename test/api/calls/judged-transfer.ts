import { expect } from "@jest/globals";
import { waitUntil } from "../../harness/wait-until.ts";
import { runRow, type TalkingOrganization } from "../conversations/talking-organization.ts";
import type { StopPoints } from "../documents/stop-points.ts";
import type { CallingPlatform } from "./calling-platform.ts";
import {
  COLLEAGUE,
  callSomebodyWhoAsks,
  isSettled,
  legsOf,
  listenTo,
  type Manner,
  transferOf,
  untilSettled,
} from "./transferring-organization.ts";

/** What a caller may hear nothing for; the simulator's clock is that of the test. */
const LONGEST_SILENCE_MS = 10_000;

/** A transfer that a busy machine begins too late is given up after ten seconds, and the caller is asked back. */
const MOST_ROUNDS = 5;

export interface TransferredCall {
  manner: Manner;
  organization: TalkingOrganization;
  runId: number;
}

/**
 * Calls people who ask for somebody, again where all these calls are over before, until a process waits at the stop point. Returns all
 * of them. Throws with what became of them when none came there.
 */
export const callUntilStopped = async (
  platform: CallingPlatform,
  points: StopPoints,
  { manners, speed }: { manners: readonly Manner[]; speed: number },
): Promise<TransferredCall[]> => {
  const calls: TransferredCall[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const made = await Promise.all(
      manners.map(async (manner) => ({ manner, ...(await callSomebodyWhoAsks(platform, { speed, manner })) })),
    );
    calls.push(...made);
    if (await isStoppedBeforeEnd(platform, points, made)) return calls;
  }
  const told = await Promise.all(calls.map(({ runId }) => tellCall(platform, runId)));
  throw new Error(`no process came to the stop point; the calls: ${JSON.stringify(told)}`);
};

/** Of these calls those whose transfer has begun: what another person said to a process that is killed may have reached nobody. */
export const findBegun = async (
  platform: CallingPlatform,
  calls: readonly TransferredCall[],
): Promise<TransferredCall[]> => {
  const begun = await Promise.all(
    calls.map(async (call) => ((await transferOf(platform, call.runId)) === undefined ? [] : [call])),
  );
  expect(begun.flat().length).toBeGreaterThan(0);
  return begun.flat();
};

const isStoppedBeforeEnd = async (
  platform: CallingPlatform,
  points: StopPoints,
  calls: readonly TransferredCall[],
): Promise<boolean> => {
  const end = await waitUntil("a process stops, or the calls are over", async () => {
    if (await points.isReached()) return "stopped";
    const runs = await Promise.all(calls.map(({ runId }) => runRow(platform, runId)));
    return runs.every(isSettled) ? "over" : undefined;
  });
  return end === "stopped";
};

const tellCall = async (platform: CallingPlatform, runId: number) => {
  const [{ state, outcome }, transfer] = await Promise.all([runRow(platform, runId), transferOf(platform, runId)]);
  return { state, outcome, transfer: transfer?.outcome, tries: transfer?.tries };
};

/** Judges a warm transfer during which a process was killed, by the carrier's own record. */
export const judgeTransfer = async (
  platform: CallingPlatform,
  { manner, organization, runId }: TransferredCall,
): Promise<void> => {
  const run = await untilSettled(platform, runId);
  const legs = await waitUntil("the calls to people are over", async () => {
    const rows = await legsOf(platform, organization.organizationId);
    return rows.every(({ ended_at }) => ended_at !== null) ? rows : undefined;
  });
  const transfer = await transferOf(platform, runId);
  expect({ manner, state: transfer?.state }).toEqual({ manner, state: "over" });
  // Where no worker came within ten seconds the agent went back to the caller, and nobody was called.
  expect(legs.length).toBeLessThanOrEqual(1);
  // Nobody is dialled twice, by the carrier's own record, and nothing is left open there.
  const record = await platform.simulator.record(`?account=${organization.account}`);
  const requests = record.filter(({ to }) => to === COLLEAGUE);
  expect(requests.length).toBeLessThanOrEqual(1);
  for (const { call_id } of requests) {
    const answer = await platform.simulator.ask("GET", `/v1/calls/${call_id}`);
    const call: { state: string } = JSON.parse(await answer.text());
    expect(call.state).toBe("completed");
  }
  const heard = await listenTo(platform, run.carrier_call_id);
  const waits = heard.findIndex(({ text }) => text === "Give me a colleague");
  const ends = heard.findIndex(({ what, text }) => what === "joined" || text.includes("nobody can take"));
  const told = heard.map(({ at, who, what, text }) => `${at} ${who} ${what} ${text}`);
  if (ends <= waits)
    throw new Error(`nobody told the caller (${manner}, ${transfer?.outcome}, ${run.end_reason}): ${told.join("\n")}`);
  const instants = heard.slice(waits, ends + 1).map(({ at }) => Date.parse(at));
  const silences = instants.slice(1).map((at, index) => at - (instants[index] ?? at));
  expect(Math.max(...silences)).toBeLessThan(LONGEST_SILENCE_MS);
};
