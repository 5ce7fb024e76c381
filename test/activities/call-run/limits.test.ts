import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { placeCall } from "../../../activities/call-run/place-call.ts";
import type { Database } from "../../../infra/postgres/database.ts";
import { someContacts } from "../../factories/campaigns.ts";
import {
  type DiallingRig,
  inParallel,
  lowerLimits,
  type StartedCampaign,
  startCampaign,
  startDiallingRig,
} from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

describe("fifty calls at a time", () => {
  const limits: [string, number, Parameters<typeof lowerLimits>[2]][] = [
    ["organization", 7, { concurrentCallLimit: 7 }],
    ["campaign", 5, { campaign: { max_concurrency: 5 } }],
    ["carrier account", 6, { account: { concurrent_call_limit: 6 } }],
  ];
  for (const [whose, limit, lowered] of limits) {
    it(`never get more places than the ${whose} has, and use them all`, async () => {
      const campaign = await startCampaign(rig, { contacts: someContacts(50) });
      const { runUuids } = await campaign.claim(50);
      await lowerLimits(rig, campaign, lowered);
      const first = await inParallel(runUuids, { work: campaign.place });
      expect(first.filter(({ kind }) => kind === "accepted")).toHaveLength(limit);
      expect(first.filter(({ kind }) => kind === "wait")).toHaveLength(50 - limit);
      expect(first.find(({ kind }) => kind === "wait")).toMatchObject({
        capacity: true,
        reason: expect.stringContaining(`The ${whose} has ${limit} calls under way`),
      });
      expect(await campaign.requests()).toHaveLength(limit);
      await endTwo(campaign, runUuids);
      const second = await inParallel(runUuids, { work: campaign.place });
      expect(second.filter(({ kind }) => kind === "accepted")).toHaveLength(limit);
      expect(await campaign.requests()).toHaveLength(limit + 2);
    });
  }
});

it("conversations in text and in the browser take no place of a call", async () => {
  const campaign = await startCampaign(rig, { contacts: someContacts(2), concurrentCallLimit: 1 });
  const [runUuid = ""] = (await campaign.claim(2)).runUuids;
  for (const mode of ["textchat", "smallwebrtc"])
    await rig.test.everything
      .insertInto("call_runs")
      .values({
        uuid: randomUUID(),
        organization_id: campaign.organizationId,
        name: mode,
        mode,
        state: "in_progress",
        agent_id: campaign.agentId,
        agent_version_id: campaign.versionId,
        environment: "production",
      })
      .execute();
  expect((await campaign.place(runUuid)).kind).toBe("accepted");
});

const endTwo = async (campaign: StartedCampaign, runUuids: readonly string[]): Promise<void> => {
  const runs = await Promise.all(runUuids.map(campaign.run));
  const live = runs.flatMap((run) => (run?.state === "dialing" ? [run.uuid] : []));
  await Promise.all(live.slice(0, 2).map((runUuid) => campaign.end(runUuid, "answered")));
};

const placeWhenItsTurn = async (campaign: StartedCampaign, runUuid: string): Promise<void> => {
  for (;;) {
    const placement = await campaign.place(runUuid);
    if (placement.kind === "accepted") return;
    if (placement.kind !== "wait") throw new Error(`placed as ${placement.kind}`);
    expect(placement.capacity).toBe(false);
    // Its own slot, as the workflow's timer would wait for it.
    await delay(placement.waitSeconds * 1000);
  }
};

/** Some transactions are answered late, as on a machine that is busy; the database itself is in time. */
const withLateAnswers = (database: Database): Database =>
  withAnswersLateBy(database, [0, 180, 0, 350, 20, 0, 240, 0, 90]);

const withAnswersLateBy = (database: Database, latenessMs: readonly number[]): Database => {
  let answers = 0;
  return {
    ...database,
    inOrganization: async (organizationId, work) => {
      const result = await database.inOrganization(organizationId, work);
      await delay(latenessMs[answers++ % latenessMs.length] ?? 0);
      return result;
    },
  };
};

/** Returns how long the call waits for its slot. */
const readWaitSeconds = async (campaign: StartedCampaign, runUuid: string): Promise<number> => {
  const placement = await campaign.place(runUuid);
  return placement.kind === "wait" ? placement.waitSeconds : 0;
};

/** Dates the pace of the call's account as if PostgreSQL's clock had been set back an hour since. */
const setClockBack = async (campaign: StartedCampaign, runUuid: string): Promise<void> => {
  const hourAhead = (column: string) => sql<Date>`${sql.ref(column)} + interval '1 hour'`;
  await rig.test.everything
    .updateTable("telephony_paces")
    .set({ next_slot_at: hourAhead("next_slot_at"), moved_at: hourAhead("moved_at") })
    .where("telephony_configuration_id", "=", await accountOf(campaign, runUuid))
    .execute();
};

const accountOf = async (campaign: StartedCampaign, runUuid: string): Promise<number> =>
  (await campaign.run(runUuid))?.telephony_configuration_id ?? 0;

const slotsOf = async (campaign: StartedCampaign, runUuids: string[]): Promise<Map<string, number>> => {
  const runs = await Promise.all(runUuids.map((runUuid) => campaign.run(runUuid)));
  return new Map(runs.map((run) => [run?.uuid ?? "", run?.pace_slot_at?.getTime() ?? 0]));
};

/** Returns the time from the first slot of fifteen calls, at five a second, to the last. */
const spanOfFifteenMs = async (): Promise<number> => {
  const campaign = await startCampaign(rig, { contacts: someContacts(15), account: { calls_per_second: 5 } });
  const { runUuids } = await campaign.claim(15);
  await inParallel(runUuids, { work: (runUuid) => placeWhenItsTurn(campaign, runUuid) });
  const requests = await campaign.requests();
  expect(requests.map(({ answer }) => answer)).toEqual(Array(15).fill("accepted"));
  const slots = await slotsOf(campaign, runUuids);
  const inOrder = [...slots.values()].sort((a, b) => a - b);
  const gaps = inOrder.slice(1).map((at, index) => at - (inOrder[index] ?? 0));
  // Slots are kept to the microsecond, read here to the millisecond.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(199);
  // However busy this machine is, a request may be late at the simulator, and is never early.
  const early = requests.filter((each) => each.received_at_ms < (slots.get(each.idempotency_key ?? "") ?? 0) - 5);
  expect(early).toEqual([]);
  return (inOrder.at(-1) ?? 0) - (inOrder[0] ?? 0);
};

/** Returns when the requests of two campaigns on one account of five calls a second came, in order. */
const arrivalsOfTwoCampaigns = async (): Promise<number[]> => {
  const account = { calls_per_second: 5 };
  const first = await startCampaign(rig, { contacts: someContacts(10), account });
  const second = await startCampaign(rig, { tenant: first.tenant, contacts: someContacts(20).slice(10), account });
  const calls: [StartedCampaign, string][] = [];
  for (const campaign of [first, second])
    calls.push(...(await campaign.claim(10)).runUuids.map((uuid): [StartedCampaign, string] => [campaign, uuid]));
  const deps = { ...rig.deps, database: withLateAnswers(rig.deps.database) };
  await inParallel(calls, {
    work: ([campaign, runUuid]) =>
      placeWhenItsTurn({ ...campaign, place: (uuid) => placeCall(deps, campaign.input(uuid)) }, runUuid),
  });
  const arrivals = (await first.requests()).map(({ received_at_ms }) => received_at_ms).sort((a, b) => a - b);
  expect(arrivals).toHaveLength(20);
  return arrivals;
};

/** Those with five more behind them within a second. */
const findCrowded = (arrivals: readonly number[]): number[] =>
  arrivals.filter((at, index) => (arrivals[index + 5] ?? Infinity) - at < 1000);

describe("calls per second", () => {
  it("give each of fifteen calls that want to go at once a slot of its own, and none goes before its slot", async () => {
    // A machine that is too busy misses slots: fifteen others are called, once it is less so.
    const spansMs: number[] = [];
    do spansMs.push(await spanOfFifteenMs());
    while (Math.min(...spansMs) >= 2 * 14 * 200 && spansMs.length < 20);
    expect(Math.min(...spansMs)).toBeLessThan(2 * 14 * 200);
  });

  it("hold in every window of a second although answers of the database come late, with two campaigns on one account", async () => {
    // Requests that left in their time may come late to a machine that is too busy, and then close together: twenty others are sent.
    let crowded: number[] = [];
    let rounds = 0;
    do {
      crowded = findCrowded(await arrivalsOfTwoCampaigns());
      rounds += 1;
    } while (crowded.length > 0 && rounds < 20);
    expect(crowded).toEqual([]);
  });

  it("give a contact back whose call has missed its slot, where the next one is too far ahead to wait for", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), account: { calls_per_second: 0.1 } });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    const deps = { ...rig.deps, database: withAnswersLateBy(rig.deps.database, [400]) };
    const before = Date.now();
    expect(await placeCall(deps, campaign.input(runUuid))).toEqual({ kind: "released" });
    expect(await campaign.run(runUuid)).toMatchObject({ state: "canceled", end_reason: "throttled" });
    const [contact] = await campaign.contacts();
    expect(contact?.state).toBe("pending");
    expect(Number(contact?.next_attempt_at)).toBeGreaterThan(before + 6000);
    expect(await campaign.requests()).toEqual([]);
  });

  it("are noted for no call whose account has no limit of them", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
    expect((await campaign.run(runUuid))?.pace_slot_at).toBeNull();
  });

  it("are not waited for by a clock that was set back an hour since", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2), account: { calls_per_second: 1 } });
    const [first = "", second = ""] = (await campaign.claim(2)).runUuids;
    await placeWhenItsTurn(campaign, first);
    await setClockBack(campaign, first);
    await rig.test.everything
      .updateTable("call_runs")
      .set({ pace_slot_at: sql<Date>`now() + interval '1 hour'` })
      .where("uuid", "=", second)
      .execute();
    expect(await readWaitSeconds(campaign, second)).toBeLessThan(60);
  });

  for (const [fault, offMs] of [["slow", -3_600_000] as const, ["fast", 3_600_000] as const]) {
    it(`are kept to by a worker whose clock is an hour ${fault}`, async () => {
      const campaign = await startCampaign(rig, { contacts: someContacts(2), account: { calls_per_second: 1 } });
      const deps = { ...rig.deps, clock: { now: () => new Date(Date.now() + offMs) } };
      const [first = "", second = ""] = (await campaign.claim(2)).runUuids;
      const place = (runUuid: string) => placeCall(deps, campaign.input(runUuid));
      for (const runUuid of [first, second]) await placeWhenItsTurn({ ...campaign, place }, runUuid);
      const slots = await slotsOf(campaign, [first, second]);
      const requests = await campaign.requests();
      expect(requests).toHaveLength(2);
      const early = requests.filter((each) => each.received_at_ms < (slots.get(each.idempotency_key ?? "") ?? 0) - 5);
      expect(early).toEqual([]);
    });
  }

  it("are slowed down for the whole account by a carrier that throttles", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    await campaign.writeScript({ defaults: { misbehaviours: { throttled_times: 1, retry_after_seconds: 60 } } });
    const [first = "", second = ""] = (await campaign.claim(2)).runUuids;
    expect(await campaign.place(first)).toEqual({ kind: "released" });
    const waiting = await campaign.place(second);
    expect(waiting).toMatchObject({ kind: "wait", capacity: false });
    expect(await campaign.requests()).toHaveLength(1);
  });

  it("are slowed down for no longer by a clock that was set back an hour since", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    await campaign.writeScript({ defaults: { misbehaviours: { throttled_times: 1, retry_after_seconds: 600 } } });
    const [first = "", second = ""] = (await campaign.claim(2)).runUuids;
    await campaign.place(first);
    await setClockBack(campaign, first);
    const waitSeconds = await readWaitSeconds(campaign, second);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(600);
    // The wait passes by the clock as it is now.
    const { is_by_this_clock } = await rig.test.everything
      .selectFrom("telephony_paces")
      .select(sql<boolean>`moved_at <= clock_timestamp()`.as("is_by_this_clock"))
      .where("telephony_configuration_id", "=", await accountOf(campaign, second))
      .executeTakeFirstOrThrow();
    expect(is_by_this_clock).toBe(true);
  });
});
