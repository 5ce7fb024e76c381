import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { gatherPrices } from "../../../activities/call-run/gather-prices.ts";
import type { WorkerDependencies } from "../../../activities/dependencies.ts";
import { startCarrierReports } from "../../../activities/maintenance/start-carrier-reports.ts";
import { awaitReport, endAwaiting } from "../../../infra/postgres/call/awaited-reports.repository.ts";
import { type CallPrice, type Carrier, CarrierUnavailableError } from "../../../infra/telephony/carrier.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { someContacts } from "../../factories/campaigns.ts";
import {
  type DiallingRig,
  inParallel,
  type StartedCampaign,
  startCampaign,
  startDiallingRig,
} from "../dialling-rig.ts";

let rig: DiallingRig;
/** What the carrier lists of calls, by its own ids; null: it is away. */
let listed: Map<string, CallPrice> | null;
/** The number of calls of each question for a list, and the calls that were looked at one by one. */
let questions: number[];
let lookedAt: string[];

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());
beforeEach(() => {
  listed = new Map();
  questions = [];
  lookedAt = [];
});

const depsOf = (): WorkerDependencies => {
  const carrier: Carrier = {
    ...rig.deps.carriers.get("simulator"),
    listPrices: async (_, { carrierCallIds }) => {
      questions.push(carrierCallIds.size);
      if (!listed) throw new CarrierUnavailableError("no answer");
      return new Map([...listed].filter(([id]) => carrierCallIds.has(id)));
    },
    fetchCall: async (_, id) => {
      lookedAt.push(id);
      return null;
    },
  };
  return {
    ...rig.deps,
    carriers: { ...rig.deps.carriers, get: () => carrier },
    prices: createPriceTable({
      simulator: { currency: "USD", per_minute_minor: 2, billed_every_seconds: 60, destinations: {} },
    }),
  };
};

/** A campaign whose calls have just ended without a price. */
const endCalls = async (contacts: number) => {
  const campaign = await startCampaign(rig, { contacts: someContacts(contacts) });
  const { runUuids } = await campaign.claim(contacts);
  await inParallel(runUuids, { work: campaign.place });
  for (const runUuid of runUuids) {
    const settlement = await campaign.end(runUuid, "answered", {
      costMinor: null,
      currency: null,
      durationSeconds: 61,
    });
    // No step is left for the call's workflow: it ends.
    expect(settlement).toEqual({ kind: "settled", state: "completed" });
  }
  const runs = await rig.test.everything
    .selectFrom("call_runs")
    .select(["id", "carrier_call_id"])
    .where("campaign_id", "=", campaign.campaignId)
    .orderBy("id")
    .execute();
  const account = { organizationId: campaign.organizationId, accountId: await accountOf(campaign) };
  return { campaign, account, ids: runs.map((run) => run.id), calls: runs.map((run) => run.carrier_call_id ?? "") };
};

const accountOf = async ({ campaignId }: StartedCampaign): Promise<number | null> => {
  const { telephony_configuration_id: id } = await rig.test.everything
    .selectFrom("call_runs")
    .select("telephony_configuration_id")
    .where("campaign_id", "=", campaignId)
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
};

const makeDue = (ids: readonly number[]) =>
  rig.test.everything
    .updateTable("awaited_reports")
    .set({ due_at: new Date(Date.now() - 1000) })
    .where("run_id", "in", [...ids])
    .execute();

const awaited = (ids: readonly number[]) =>
  rig.test.everything
    .selectFrom("awaited_reports")
    .select(["run_id", "kind", "asked", "failures", "last_error", "due_at"])
    .where("run_id", "in", [...ids])
    .orderBy("run_id")
    .execute();

const costsOf = async (ids: readonly number[]) => {
  const rows = await rig.test.everything
    .selectFrom("call_runs")
    .select("cost_minor")
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
  return rows.map((row) => row.cost_minor);
};

const secondsUntil = (at: Date | undefined) => Math.round(((at?.getTime() ?? Number.NaN) - Date.now()) / 1000);
const price = { costMinor: 7, currency: "USD" };

describe("prices that come later than their calls' ends", () => {
  it("are asked for in one request for all calls of the account, and again for those without one", async () => {
    const { account, ids, calls } = await endCalls(12);
    expect(await gatherPrices(depsOf(), account)).toEqual({ kept: 0, isMoreDue: false });
    expect(questions).toEqual([]);
    await makeDue(ids);
    listed = new Map(calls.slice(0, 8).map((id) => [id, price]));
    const askedAtMs = Date.now();
    expect(await gatherPrices(depsOf(), account)).toEqual({ kept: 8, isMoreDue: false });
    expect(await costsOf(ids)).toEqual([...Array(8).fill(7), ...Array(4).fill(null)]);
    const left = await awaited(ids);
    expect(left.map(({ asked }) => asked)).toEqual([1, 1, 1, 1]);
    expect(left[0]?.due_at.getTime()).toBeGreaterThan(askedAtMs + 55_000);
    await makeDue(ids);
    listed = new Map(calls.map((id) => [id, { costMinor: 9, currency: "USD" }]));
    // Two at once, as after a lost worker: a price stays as it was first written.
    await Promise.all([gatherPrices(depsOf(), account), gatherPrices(depsOf(), account)]);
    expect(await costsOf(ids)).toEqual([...Array(8).fill(7), ...Array(4).fill(9)]);
    expect(await awaited(ids)).toEqual([]);
    expect(questions.slice(0, 2)).toEqual([12, 4]);
    expect(lookedAt).toEqual([]);
  });

  it("end no waiting for the recordings of the same calls", async () => {
    const { account, ids, calls, campaign } = await endCalls(2);
    await rig.deps.database.inOrganization(campaign.organizationId, async (tx) => {
      const runs = await tx.selectFrom("call_runs").selectAll().where("id", "in", ids).execute();
      for (const run of runs) await awaitReport(tx, run, { kind: "recording", inSeconds: 600 });
    });
    await makeDue(ids);
    listed = new Map(calls.map((id) => [id, price]));
    expect(await gatherPrices(depsOf(), account)).toEqual({ kept: 2, isMoreDue: false });
    expect(await awaited(ids)).toMatchObject([{ kind: "recording" }, { kind: "recording" }]);
    await rig.deps.database.inOrganization(campaign.organizationId, (tx) => endAwaiting(tx, "recording", ids));
  });

  it("are looked up one by one where the list does not show them", async () => {
    const { account, ids, calls } = await endCalls(2);
    for (const _ of [1, 2, 3, 4]) {
      await makeDue(ids);
      await gatherPrices(depsOf(), account);
    }
    expect(lookedAt.toSorted()).toEqual(calls.toSorted());
  });

  it("leave a carrier that is away alone for ever longer, whatever the number of calls", async () => {
    const { account, ids } = await endCalls(5);
    listed = null;
    const waits = [];
    for (const _ of [1, 2, 3]) {
      await makeDue(ids);
      await gatherPrices(depsOf(), account);
      waits.push(secondsUntil((await awaited(ids))[0]?.due_at));
    }
    expect(questions).toEqual([5, 5, 5]);
    for (const [at, expected] of [60, 120, 240].entries()) expect(waits[at]).toBeGreaterThan(expected - 20);
    for (const [at, expected] of [60, 120, 240].entries()) expect(waits[at]).toBeLessThanOrEqual(expected);
    expect((await awaited(ids)).map(({ last_error, failures }) => [last_error, failures])).toEqual(
      Array(5).fill(["no answer", 3]),
    );
    await makeDue(ids);
    listed = new Map();
    await gatherPrices(depsOf(), account);
    expect((await awaited(ids)).map(({ last_error, failures }) => [last_error, failures])).toEqual(
      Array(5).fill([null, 0]),
    );
  });

  it("are given up after a day, told once for all calls, and the price list decides", async () => {
    const { account, ids } = await endCalls(3);
    await rig.test.everything
      .updateTable("call_runs")
      .set({ ended_at: new Date(Date.now() - 25 * 3_600_000) })
      .where("id", "in", ids)
      .execute();
    await makeDue(ids);
    expect(await gatherPrices(depsOf(), account)).toEqual({ kept: 3, isMoreDue: false });
    expect(await costsOf(ids)).toEqual([4, 4, 4]);
    const told = await rig.test.everything
      .selectFrom("timeline_events")
      .select("summary")
      .where("organization_id", "=", account.organizationId)
      .where("summary", "like", "%price list%")
      .execute();
    expect(told).toEqual([{ summary: expect.stringContaining("what 3 calls cost") }]);
  });

  it("are asked for by one workflow for each account that has something due", async () => {
    const [first, second] = [await endCalls(3), await endCalls(1)];
    rig.temporal.started.length = 0;
    await startCarrierReports(depsOf());
    expect(rig.temporal.started).toEqual([]);
    await makeDue(first.ids);
    expect(await startCarrierReports(depsOf())).toBe(0);
    expect(rig.temporal.started).toEqual([
      `org-${first.account.organizationId}/carrier-reports-${first.account.accountId}`,
    ]);
    await rig.test.everything
      .deleteFrom("telephony_configurations")
      .where("id", "=", second.account.accountId ?? 0)
      .execute();
    await makeDue(second.ids);
    await startCarrierReports(depsOf());
    expect(rig.temporal.started).toContain(`org-${second.account.organizationId}/carrier-reports-deleted`);
    await gatherPrices(depsOf(), { ...second.account, accountId: null });
    expect(await costsOf(second.ids)).toEqual([4]);
  });
});
