import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Updateable } from "kysely";
import { applyCommand } from "../../../activities/campaign/apply-command.ts";
import type { Tables } from "../../../infra/postgres/tables.ts";
import { COMMAND_REFUSED } from "../../../workflows/campaign/campaign.contract.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

// The start of a campaign whose own start has not come, and what the log and the record keep of its commands.

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const HOUR_MS = 3_600_000;

const change = (campaign: StartedCampaign, columns: Updateable<Tables["campaigns"]>) =>
  rig.test.everything.updateTable("campaigns").set(columns).where("id", "=", campaign.campaignId).execute();

/** A draft that was never started, with a start of its own after so many milliseconds. */
const draftFor = async (startsInMs: number) => {
  const campaign = await startCampaign(rig);
  const startsAt = new Date(Date.now() + startsInMs);
  await change(campaign, {
    state: "draft",
    started_at: null,
    snapshot_at: null,
    breaker_reset_at: null,
    starts_at: { at: startsAt.toISOString() },
  });
  return { campaign, startsAt };
};

const scheduledFor = async (startsInMs: number) => {
  const draft = await draftFor(startsInMs);
  await draft.campaign.command("start");
  return draft;
};

const logsOf = (campaign: StartedCampaign) =>
  rig.test.everything
    .selectFrom("campaign_logs")
    .select(["event", "message", "details"])
    .where("campaign_id", "=", campaign.campaignId)
    .where("event", "not in", ["snapshot_taken"])
    .orderBy("id")
    .execute();

const recordedOf = async (campaign: StartedCampaign, kind: string) => {
  const entries = await rig.test.everything
    .selectFrom("unsealed_entries")
    .select("facts")
    .where("organization_id", "=", campaign.organizationId)
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();
  return entries.map(({ facts }) => facts);
};

const importInto = async (campaign: StartedCampaign) => {
  const { contact_list_id } = await campaign.row();
  const row = { contact_list_id: contact_list_id ?? 0, object_key: randomUUID(), request_uuid: randomUUID() };
  await rig.test.everything
    .insertInto("contact_imports")
    .values({ organization_id: campaign.organizationId, status: "processing", ...row })
    .execute();
};

describe("a start before the campaign's own start", () => {
  it("schedules it for that time, and says so in its log and in the record", async () => {
    const { campaign, startsAt } = await draftFor(HOUR_MS);
    const begins_at = startsAt.toISOString();
    expect(await campaign.command("start")).toMatchObject({
      state: "scheduled",
      beginsAtMs: startsAt.getTime(),
      changed: true,
    });
    expect(await campaign.row()).toMatchObject({
      state: "scheduled",
      begins_at: startsAt,
      started_at: null,
      breaker_reset_at: null,
    });
    expect((await logsOf(campaign)).at(-1)).toEqual({
      event: "scheduled",
      message: `The campaign was scheduled; it begins at ${begins_at}`,
      details: { begins_at },
    });
    expect((await recordedOf(campaign, "campaign.decided")).at(-1)).toEqual({
      campaign: campaign.campaignId,
      event: "scheduled",
      details: { begins_at },
    });
  });

  it("moves a scheduled campaign, and no other, to where its start is now, without another line in its log", async () => {
    const { campaign, startsAt } = await scheduledFor(HOUR_MS);
    const later = new Date(startsAt.getTime() + HOUR_MS);
    await change(campaign, { starts_at: { at: later.toISOString() } });
    expect(await campaign.command("start")).toMatchObject({
      state: "scheduled",
      beginsAtMs: later.getTime(),
      changed: false,
    });
    expect((await campaign.row()).begins_at).toEqual(later);
    const others = rig.test.everything
      .selectFrom("campaigns")
      .select("begins_at")
      .where("organization_id", "=", campaign.organizationId)
      .where("id", "!=", campaign.campaignId);
    expect(await others.execute()).toEqual([{ begins_at: null }]);
    expect((await logsOf(campaign)).map(({ event }) => event)).toEqual(["started", "scheduled"]);
  });

  it("leaves no other command anything to wait for: a canceled campaign begins never", async () => {
    const { campaign } = await scheduledFor(HOUR_MS);
    expect(await campaign.command("cancel")).toMatchObject({ state: "canceled", beginsAtMs: null });
    expect((await logsOf(campaign)).at(-1)).toEqual({
      event: "canceled",
      message: "The campaign was canceled",
      details: null,
    });
  });
});

describe("a start once the campaign's own start has come", () => {
  it("runs it at that very instant", async () => {
    const { campaign, startsAt } = await draftFor(HOUR_MS);
    const { organizationId, campaignId } = campaign;
    const start = { organizationId, campaignId, command: "start", actor: "user:1", commandKey: randomUUID() } as const;
    const clock = { ...rig.deps.clock, now: () => startsAt };
    expect(await applyCommand({ ...rig.deps, clock }, start)).toMatchObject({ state: "running", beginsAtMs: null });
  });

  it("runs it", async () => {
    const { campaign } = await draftFor(-1000);
    expect(await campaign.command("start")).toMatchObject({ state: "running", beginsAtMs: null, changed: true });
    expect(await campaign.row()).toMatchObject({ state: "running", begins_at: null, started_at: expect.any(Date) });
    expect((await logsOf(campaign)).at(-1)).toEqual({
      event: "started",
      message: "The campaign was started",
      details: null,
    });
  });

  it("waits ten seconds at a time for an import into the list of a scheduled campaign, so that nobody is left out", async () => {
    const { campaign } = await scheduledFor(HOUR_MS);
    await change(campaign, { starts_at: { at: new Date(Date.now() - 1000).toISOString() } });
    await importInto(campaign);
    const before = Date.now();
    const { state, beginsAtMs } = await campaign.command("start");
    expect(state).toBe("scheduled");
    expect(beginsAtMs).toBeGreaterThanOrEqual(before + 10_000);
    expect(beginsAtMs).toBeLessThanOrEqual(Date.now() + 10_000);
    await rig.test.everything.updateTable("contact_imports").set({ status: "completed" }).execute();
    expect(await campaign.command("start")).toMatchObject({ state: "running", beginsAtMs: null });
  });
});

describe("a pause", () => {
  const pausesOf = (campaign: StartedCampaign) => recordedOf(campaign, "campaign.pause_answered");

  it("is recorded as answered, once, when no call of the campaign can follow it", async () => {
    const campaign = await startCampaign(rig);
    await campaign.command("pause");
    expect(await pausesOf(campaign)).toEqual([{ campaign: campaign.campaignId }]);
  });

  it("is recorded as answered by its sender alone where he waits for the calls himself", async () => {
    const campaign = await startCampaign(rig);
    await applyCommand(rig.deps, {
      organizationId: campaign.organizationId,
      campaignId: campaign.campaignId,
      command: "pause",
      actor: "user:1",
      commandKey: randomUUID(),
      senderAwaitsHandOvers: true,
    });
    expect(await pausesOf(campaign)).toEqual([]);
  });

  it("is not recorded as answered where the campaign was resumed meanwhile", async () => {
    const campaign = await startCampaign(rig);
    await campaign.command("pause", "run/1");
    await campaign.command("resume", "run/2");
    await campaign.command("pause", "run/1");
    expect(await pausesOf(campaign)).toHaveLength(1);
  });
});

describe("a deleted campaign", () => {
  it.each(["pause", "cancel"] as const)("takes no command: %s", async (command) => {
    const campaign = await startCampaign(rig);
    await change(campaign, { deleted_at: new Date() });
    await expect(campaign.command(command)).rejects.toMatchObject({ message: "Campaign not found" });
  });
});

describe("a command that the campaign's state does not have", () => {
  it("is refused with the reason, and changes nothing", async () => {
    const { campaign } = await draftFor(HOUR_MS);
    await expect(campaign.command("resume")).rejects.toMatchObject({
      type: COMMAND_REFUSED,
      message: expect.stringContaining("A draft campaign cannot resume"),
    });
    expect(await campaign.row()).toMatchObject({ state: "draft" });
  });
});
