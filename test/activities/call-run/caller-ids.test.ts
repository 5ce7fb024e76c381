import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { placeCall } from "../../../activities/call-run/place-call.ts";
import { applyCommand } from "../../../activities/campaign/apply-command.ts";
import { claimRuns } from "../../../activities/campaign/claim-runs.ts";
import { createRedial } from "../../../activities/campaign/create-redial.ts";
import { takeSnapshot } from "../../../activities/campaign/take-snapshot.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { createPhoneNumberRow } from "../../factories/telephony.ts";
import {
  type CampaignOptions,
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

const withNumbers = async (numbers: readonly string[], options: CampaignOptions = {}) => {
  const campaign = await startCampaign(rig, options);
  for (const e164 of numbers)
    await createPhoneNumberRow(rig.test, {
      organizationId: campaign.organizationId,
      telephonyAccountId: campaign.tenant.simulatorAccountId,
      e164,
    });
  return campaign;
};

const placeAll = async (campaign: StartedCampaign, count: number, meanwhile?: () => Promise<unknown>) => {
  const { runUuids } = await campaign.claim(count);
  await meanwhile?.();
  const placements = await inParallel(runUuids, { work: campaign.place });
  return { runUuids, placements, waits: placements.filter(({ kind }) => kind === "wait") };
};

/** The numbers that the carrier was asked to show, each with how often. */
const shown = async (campaign: StartedCampaign) => {
  const counts: Record<string, number> = {};
  for (const { from } of await campaign.requests()) counts[from ?? "none"] = (counts[from ?? "none"] ?? 0) + 1;
  return counts;
};

const KEPT = { concurrent_call_limit: 8, inbound_reserve: 3 };

describe("lines that are kept for callers", () => {
  it("are not taken by outgoing calls, whatever calls come in", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(20) });
    const { placements, waits } = await placeAll(campaign, 20, () => lowerLimits(rig, campaign, { account: KEPT }));
    expect(placements.filter(({ kind }) => kind === "accepted")).toHaveLength(5);
    expect(waits[0]).toMatchObject({
      capacity: true,
      reason:
        "The carrier account has 5 outgoing calls under way; its limit is 5, with 3 of its lines kept free for callers",
    });
    expect(await campaign.requests()).toHaveLength(5);
  });

  it("are the callers' alone: calls that came in take none of the others before these are full", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(20) });
    await rig.test.everything
      .insertInto("call_runs")
      .values(
        [1, 2, 3, 4].map((at) => ({
          organization_id: campaign.organizationId,
          uuid: randomUUID(),
          agent_id: campaign.agentId,
          agent_version_id: campaign.versionId,
          name: `caller ${at}`,
          mode: "simulator",
          direction: "inbound" as const,
          state: "in_progress" as const,
          telephony_configuration_id: campaign.tenant.simulatorAccountId,
        })),
      )
      .execute();
    const { placements } = await placeAll(campaign, 20, () => lowerLimits(rig, campaign, { account: KEPT }));
    expect(placements.filter(({ kind }) => kind === "accepted")).toHaveLength(4);
  });
});

describe("the limit of one number", () => {
  it("lets no number be shown by more calls at a time, and uses every place of every number", async () => {
    const campaign = await withNumbers(["+12025550101", "+12025550102"], {
      contacts: someContacts(20),
      account: { max_concurrent_per_caller_id: 3, caller_id_strategy: "rotate" },
    });
    const { waits } = await placeAll(campaign, 20);
    expect(await shown(campaign)).toEqual({ "+12025550101": 3, "+12025550102": 3 });
    expect(waits).toHaveLength(14);
    expect(waits[0]).toMatchObject({ capacity: true, reason: "The caller id has 3 calls under way; its limit is 3" });
  });
});

const retrying = {
  enabled: true,
  max_retries: 3,
  retry_delay_seconds: 0,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: true,
};

describe("the number of a strategy", () => {
  it("is the campaign's own strategy before the account's, and the nearest by local presence", async () => {
    const campaign = await withNumbers(["+12125550100", "+14155550100", "+442079460100"], {
      contacts: [{ phone_number: "+14155550123" }, { phone_number: "+442079460999" }, { phone_number: "+12125550177" }],
      account: { caller_id_strategy: "rotate" },
      campaign: { caller_id_strategy: "local_presence" },
    });
    await placeAll(campaign, 3);
    const pairs = (await campaign.requests()).map(({ to, from }) => [to, from]);
    expect(Object.fromEntries(pairs)).toEqual({
      "+14155550123": "+14155550100",
      "+442079460999": "+442079460100",
      "+12125550177": "+12125550100",
    });
  });

  it("stays the same for a person over attempts and in a redial, also when another one has fewer calls", async () => {
    const numbers = ["+12025550101", "+12025550102", "+12025550103"];
    const campaign = await withNumbers(numbers, {
      contacts: someContacts(1),
      account: { caller_id_strategy: "rotate" },
      campaign: { retry_config: retrying },
    });
    const seen = new Set<string | null>();
    for (let attempt = 0; attempt < 3; attempt++) {
      const [runUuid = ""] = (await campaign.claim(1)).runUuids;
      await campaign.place(runUuid);
      const run = await campaign.run(runUuid);
      seen.add(run?.caller_number ?? null);
      await campaign.end(runUuid, "busy");
      if (attempt === 0) await showElsewhere(campaign, run?.caller_number ?? "");
    }
    expect(seen.size).toBe(1);
    expect(await redialOf(campaign)).toBe([...seen][0]);
  });
});

/** A call of somebody else shows the number: every other one has fewer. */
const showElsewhere = (campaign: StartedCampaign, callerNumber: string) =>
  rig.test.everything
    .insertInto("call_runs")
    .values({
      organization_id: campaign.organizationId,
      uuid: randomUUID(),
      agent_id: campaign.agentId,
      agent_version_id: campaign.versionId,
      name: "somebody else",
      mode: "simulator",
      state: "in_progress",
      telephony_configuration_id: campaign.tenant.simulatorAccountId,
      caller_number: callerNumber,
    })
    .execute();

/** Returns the number that the contact sees in the redial. */
const redialOf = async (campaign: StartedCampaign) => {
  await rig.test.everything
    .updateTable("campaigns")
    .set({ state: "completed" })
    .where("id", "=", campaign.campaignId)
    .execute();
  await rig.test.everything
    .updateTable("campaign_contacts")
    .set({ state: "finished", last_outcome: "busy" })
    .where("campaign_id", "=", campaign.campaignId)
    .execute();
  const { organizationId, campaignId } = campaign;
  const { redialedCampaignId } = await campaign.inOrganization((tx) =>
    createRedial(tx, {
      organizationId,
      campaignId,
      actor: "user:1",
      requestId: randomUUID(),
      command: { name: null, outcomes: ["busy"], retryConfig: null, start: true },
      now: new Date(),
    }),
  );
  const child = { organizationId, campaignId: redialedCampaignId };
  await applyCommand(rig.deps, { ...child, command: "start", actor: "user:1", commandKey: randomUUID() });
  await campaign.inOrganization((tx) => takeSnapshot(tx, child, new Date()));
  const shardId = `org-${organizationId}/campaign-${redialedCampaignId}/shard-1-0`;
  const { runUuids } = await claimRuns(rig.deps, { ...child, shardId, token: randomUUID(), limit: 1 });
  await placeCall(rig.deps, { organizationId, runUuid: runUuids[0] ?? "", shardId });
  return (await campaign.run(runUuids[0] ?? ""))?.caller_number;
};
