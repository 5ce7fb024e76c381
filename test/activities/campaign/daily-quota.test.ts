import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { assessCampaign } from "../../../activities/campaign/assess-campaign.ts";
import { CLAIM_RETRY_MS } from "../../../domain/campaign/claim-limit.rules.ts";
import { readQuota } from "../../../infra/postgres/campaign/daily-quota.repository.ts";
import { someContacts } from "../../factories/campaigns.ts";
import {
  type DiallingRig,
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

const quotaOf = async (campaign: StartedCampaign, zone = "UTC") => {
  const row = await campaign.row();
  return campaign.inOrganization((tx) => readQuota(tx, row, zone));
};
const placeAll = async (campaign: StartedCampaign, runUuids: readonly string[]) => {
  const placed = [];
  for (const runUuid of runUuids) placed.push(await campaign.place(runUuid));
  return placed;
};

describe("a daily quota", () => {
  it("lets a campaign claim what is left of the day, and wait for the next one when it is spent", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(9), campaign: { daily_quota: 3 } });
    const first = await campaign.claim(2);
    const second = await campaign.claim(5);
    expect([first.runUuids.length, second.runUuids.length]).toEqual([2, 1]);
    expect((await campaign.claim(5)).runUuids).toEqual([]);
    const now = new Date();
    // Calls that no carrier was asked for yet may still give their part of the quota back.
    expect(await assessCampaign({ ...rig.deps, clock: { now: () => now } }, campaign)).toMatchObject({
      nextDueAtMs: now.getTime() + CLAIM_RETRY_MS,
    });
    await placeAll(campaign, [...first.runUuids, ...second.runUuids]);
    for (const runUuid of first.runUuids) await campaign.end(runUuid, "answered");
    const quota = await quotaOf(campaign);
    expect(quota).toMatchObject({ limit: 3, made: 3 });
    const spent = await campaign.claim(5);
    expect(spent).toMatchObject({ runUuids: [], nextDueAtMs: quota?.renewsAtMs, waitingUntilMs: quota?.renewsAtMs });
    expect((await assessCampaign(rig.deps, campaign)).nextDueAtMs).toBe(quota?.renewsAtMs);
  });

  it("counts by days of the zone that is asked for, and attempts of earlier days no more", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(4), campaign: { daily_quota: 2 } });
    const { runUuids } = await campaign.claim(2);
    await placeAll(campaign, runUuids);
    for (const runUuid of runUuids) await campaign.end(runUuid, "answered");
    await rig.test.everything
      .updateTable("call_runs")
      .set({ carrier_requested_at: new Date(Date.now() - 86_400_000), ended_at: new Date(Date.now() - 86_300_000) })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    for (const zone of ["UTC", "Asia/Tokyo", "America/Los_Angeles,America/New_York"]) {
      const quota = await quotaOf(campaign, zone);
      expect(quota).toMatchObject({ made: 0 });
      const shown = new Date(quota?.renewsAtMs ?? 0).toLocaleTimeString("en-GB", {
        timeZone: zone.split(",")[0] ?? "",
      });
      expect(shown).toBe("00:00:00");
    }
    expect((await campaign.claim(5)).runUuids).toHaveLength(2);
  });

  it("stops a call that was claimed before somebody lowered it, and gives the contact back", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(3), campaign: { daily_quota: 3 } });
    const { runUuids } = await campaign.claim(3);
    const [one = "", ...others] = runUuids;
    await campaign.place(one);
    await lowerLimits(rig, campaign, { campaign: { daily_quota: 1 } });
    expect(await placeAll(campaign, others)).toEqual([{ kind: "released" }, { kind: "released" }]);
    expect((await campaign.contacts()).map(({ state }) => state).toSorted()).toEqual([
      "in_flight",
      "pending",
      "pending",
    ]);
    expect(await campaign.requests()).toHaveLength(1);
  });
});
