import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readBudgets } from "../../../infra/postgres/call/budget.repository.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import {
  type CampaignOptions,
  type DiallingRig,
  inParallel,
  type StartedCampaign,
  startCampaign,
  startDiallingRig,
} from "../dialling-rig.ts";
import { gatherPriceOf } from "../gather-price.ts";

/** A call of five minutes, which is as long as an agent talks unless it says otherwise. */
const HIGHEST_COST = 5;

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
  rig.deps.prices = createPriceTable({
    simulator: { per_minute_minor: 1, billed_every_seconds: 60, currency: "USD", destinations: {} },
  });
});
afterAll(() => rig.close());

const withBudget = (totalMinor: number, options: CampaignOptions = {}) =>
  startCampaign(rig, {
    contacts: someContacts(12),
    ...options,
    campaign: { budget: { total_minor: totalMinor, currency: "USD" }, ...options.campaign },
  });

const setOrganizationBudget = (campaign: StartedCampaign, daily_minor: number | null, monthly_minor: number | null) =>
  rig.test.everything
    .updateTable("organizations")
    .set({ budget: { daily_minor, monthly_minor, currency: "USD" } })
    .where("id", "=", campaign.organizationId)
    .execute();

const standingsOf = async (campaign: StartedCampaign) => {
  const { id, budget } = await campaign.row();
  return campaign.inOrganization((tx) =>
    readBudgets(
      tx,
      { organizationId: campaign.organizationId, campaign: { id, budget }, environment: "production" },
      new Date(),
    ),
  );
};

const runsOf = (campaign: StartedCampaign) =>
  rig.test.everything.selectFrom("call_runs").selectAll().where("campaign_id", "=", campaign.campaignId).execute();

const standingOf = async (campaign: StartedCampaign) => {
  const [standing] = await standingsOf(campaign);
  return { spent: standing?.spentMinor, held: standing?.heldMinor };
};

describe("a campaign's budget", () => {
  it("lets calls that are placed at once hold no more than it is, and those that end make room", async () => {
    const campaign = await withBudget(3 * HIGHEST_COST);
    const { runUuids } = await campaign.claim(12);
    const first = await inParallel(runUuids, { work: campaign.place });
    expect(first.filter(({ kind }) => kind === "accepted")).toHaveLength(3);
    expect(first.find(({ kind }) => kind === "wait")).toMatchObject({
      capacity: true,
      reason: expect.stringContaining("The campaign's budget is USD 0.15: USD 0.00 are spent, USD 0.15 are held"),
    });
    expect(await standingOf(campaign)).toEqual({ spent: 0, held: 15 });
    const live = (await runsOf(campaign)).filter(({ state }) => state === "dialing");
    for (const { uuid } of live) await campaign.end(uuid, "answered", { costMinor: 1, durationSeconds: 50 });
    expect(await standingOf(campaign)).toEqual({ spent: 3, held: 0 });
    await inParallel(runUuids, { work: campaign.place });
    expect(await standingOf(campaign)).toEqual({ spent: 3, held: 2 * HIGHEST_COST });
    expect(await campaign.requests()).toHaveLength(5);
  });

  it("a campaign's budget that nothing can give room again keeps the whole campaign waiting until it is raised, and says so once", async () => {
    const campaign = await withBudget(HIGHEST_COST);
    const { runUuids } = await campaign.claim(3);
    const [first = "", ...others] = runUuids;
    await campaign.place(first);
    await campaign.end(first, "answered", { costMinor: 1, durationSeconds: 30 });
    for (const each of others) expect(await campaign.place(each)).toEqual({ kind: "released" });
    expect((await campaign.row()).budget_wait).toMatchObject({
      until: null,
      says: expect.stringContaining("USD 0.01"),
    });
    const claimed = await campaign.claim(3);
    expect(claimed.runUuids).toEqual([]);
    expect(claimed.nextDueAtMs).toBeGreaterThan(Date.now() + 30_000);
    const logs = await rig.test.everything
      .selectFrom("campaign_logs")
      .selectAll()
      .where("campaign_id", "=", campaign.campaignId)
      .where("event", "=", "waiting_for_budget")
      .execute();
    expect(logs).toHaveLength(1);
    await campaign.command("pause");
    await rig.test.everything
      .updateTable("campaigns")
      .set({ budget: { total_minor: 100, currency: "USD" } })
      .where("id", "=", campaign.campaignId)
      .execute();
    await campaign.command("resume");
    expect((await campaign.claim(1)).runUuids).toHaveLength(1);
  });

  it("gives back what a throttled call held", async () => {
    const campaign = await withBudget(100);
    await campaign.writeScript({ defaults: { misbehaviours: { throttled: 1 } } });
    const { runUuids } = await campaign.claim(1);
    await campaign.place(runUuids[0] ?? "");
    expect(await standingOf(campaign)).toEqual({ spent: 0, held: 0 });
  });

  it("keeps the listed cost of a call held until its carrier has told the real one, whenever that is", async () => {
    const campaign = await withBudget(100);
    const { runUuids } = await campaign.claim(2);
    const [first = "", second = ""] = runUuids;
    await inParallel(runUuids, { work: campaign.place });
    await campaign.end(first, "answered", { costMinor: null, currency: null, durationSeconds: 130 });
    await campaign.end(second, "no_answer", { costMinor: null, currency: null, durationSeconds: 0 });
    expect(await standingOf(campaign)).toEqual({ spent: 0, held: 3 });
    await campaign.end(first, "answered", { costMinor: 9, durationSeconds: 130 });
    expect(await standingOf(campaign)).toEqual({ spent: 0, held: 3 });
    await waitUntil("the carrier tells its price", async () => {
      return (await gatherPriceOf(rig, first)) === null;
    });
    expect(await standingOf(campaign)).toEqual({ spent: 1, held: 0 });
  });

  it("is not touched by sandbox calls, which cost nothing", async () => {
    const campaign = await withBudget(1, { campaign: { environment: "sandbox" } });
    const { runUuids } = await campaign.claim(2);
    const placed = await inParallel(runUuids, { work: campaign.place });
    expect(placed.map(({ kind }) => kind)).toEqual(["accepted", "accepted"]);
    expect((await runsOf(campaign)).map(({ reserved_minor }) => reserved_minor)).toEqual([null, null]);
  });

  it("lets nothing be dialled that it has no price for", async () => {
    const campaign = await withBudget(1000, { campaign: { budget: { total_minor: 1000, currency: "EUR" } } });
    const { runUuids } = await campaign.claim(1);
    expect(await campaign.place(runUuids[0] ?? "")).toEqual({ kind: "released" });
    expect((await campaign.row()).budget_wait?.says).toMatch(/no price in EUR/);
    expect(await campaign.requests()).toEqual([]);
  });
});

describe("an organization's budgets", () => {
  it("hold for each day and month of its own zone: calls of yesterday count for the month alone", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(6) });
    await setOrganizationBudget(campaign, 2 * HIGHEST_COST, 3 * HIGHEST_COST);
    const { runUuids } = await campaign.claim(6);
    await inParallel(runUuids, { work: campaign.place });
    expect(await campaign.requests()).toHaveLength(2);
    const [day, month] = await standingsOf(campaign);
    expect([day?.whose, month?.whose]).toEqual(["day", "month"]);
    expect([day?.heldMinor, month?.heldMinor]).toEqual([2 * HIGHEST_COST, 2 * HIGHEST_COST]);
    const startOfDay = (day?.renewsAtMs ?? 0) - 86_400_000;
    await rig.test.everything
      .updateTable("call_runs")
      .set({ carrier_requested_at: new Date(startOfDay - 1) })
      .where("campaign_id", "=", campaign.campaignId)
      .where("carrier_requested_at", "is not", null)
      .execute();
    const [today] = await standingsOf(campaign);
    expect(today?.heldMinor).toBe(0);
  });
});

type Step =
  | { kind: "place"; at: number }
  | { kind: "end"; at: number; costMinor: number | null; seconds: number }
  | { kind: "ask"; at: number }
  | { kind: "claim" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("place" as const), at: fc.nat(11) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("end" as const),
      at: fc.nat(11),
      costMinor: fc.option(fc.integer({ min: 0, max: HIGHEST_COST })),
      seconds: fc.integer({ min: 1, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("ask" as const), at: fc.nat(11) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("claim" as const) }) },
);

const take = async (campaign: StartedCampaign, runUuids: string[], taken: Step): Promise<void> => {
  if (taken.kind === "claim") {
    runUuids.push(...(await campaign.claim(4)).runUuids);
    return;
  }
  const runUuid = runUuids[taken.at % Math.max(runUuids.length, 1)] ?? "";
  const run = await campaign.run(runUuid);
  if (!run) return;
  if (taken.kind === "place") await campaign.place(runUuid);
  if (taken.kind === "ask" && run.ended_at !== null) await gatherPriceOf(rig, runUuid);
  if (taken.kind === "end" && run.carrier_requested_at !== null) {
    const currency = taken.costMinor === null ? null : "USD";
    await campaign.end(runUuid, "answered", { costMinor: taken.costMinor, currency, durationSeconds: taken.seconds });
  }
};

it("reservations and costs add up to what the rows say after every step, and never to more than the budget", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 25 }),
      fc.array(step, { minLength: 10, maxLength: 25 }),
      async (limit, steps) => {
        const campaign = await withBudget(limit);
        const runUuids = [...(await campaign.claim(6)).runUuids];
        for (const each of steps) {
          await take(campaign, runUuids, each);
          const runs = await runsOf(campaign);
          const live = runs.filter(({ state }) => state === "dialing");
          expect(live.map(({ reserved_minor }) => reserved_minor)).toEqual(live.map(() => HIGHEST_COST));
          const [standing] = await standingsOf(campaign);
          const spent = runs.reduce((sum, run) => sum + (run.reserved_minor === null ? (run.cost_minor ?? 0) : 0), 0);
          const held = runs.reduce((sum, run) => sum + (run.reserved_minor ?? 0), 0);
          expect(standing).toMatchObject({ spentMinor: spent, heldMinor: held });
          expect(spent + held).toBeLessThanOrEqual(limit);
        }
      },
    ),
    { numRuns: 15 },
  );
});
