import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { guardVersions } from "../../../activities/call-run/guard-versions.ts";
import { settleCall } from "../../../activities/call-run/settle-call.ts";
import { createRedial } from "../../../activities/campaign/create-redial.ts";
import { takeSnapshot } from "../../../activities/campaign/take-snapshot.ts";
import { planVersions, type VersionPlan } from "../../../domain/campaign/version-plan.rules.ts";
import { publishVersions } from "../../factories/agents.ts";
import { plainSettings, someContacts } from "../../factories/campaigns.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const GUARD = { metric: "answer_rate", worse_by: 0.1, confidence: 0.95 };
const RETRIES = { ...plainSettings.retry_config, enabled: true, max_retries: 3, retry_on_no_answer: true };

/** Starts a campaign with versions side by side, of these weights. */
const startSideBySide = async (
  weights: readonly number[],
  { contacts = 40, guard = null }: { contacts?: number; guard?: typeof GUARD | null } = {},
) => {
  const campaign = await startCampaign(rig, {
    contacts: someContacts(contacts),
    campaign: { retry_config: RETRIES, version_guard: guard },
  });
  const ids = await publishVersions(rig.test, { agentId: campaign.agentId, count: weights.length });
  const plan = await setVersions(campaign, weights, ids);
  return { campaign, ids, plan };
};

const setVersions = async (
  campaign: StartedCampaign,
  weights: readonly number[],
  ids: readonly number[],
  before: VersionPlan | null = null,
) => {
  const versions = weights.map((weight, at) => ({ version: at + 1, version_id: ids[at] ?? 0, weight }));
  const plan = planVersions(
    versions.filter(({ weight }) => weight > 0),
    { before, now: new Date(Date.now() - 60_000) },
  );
  await rig.test.everything
    .updateTable("campaigns")
    .set({ version_plan: plan })
    .where("id", "=", campaign.campaignId)
    .execute();
  return plan;
};

const versionsOf = async (campaign: StartedCampaign, runUuids: readonly string[]) => {
  const runs = await Promise.all(runUuids.map((uuid) => campaign.run(uuid)));
  return new Map(runs.map((run) => [run?.called_number, run?.agent_version_id]));
};

const countOf = (versions: Map<unknown, unknown>, id: number | undefined) =>
  [...versions.values()].filter((version) => version === id).length;

const endAll = async (campaign: StartedCampaign, uuids: readonly string[], outcome: "no_answer" | "answered") => {
  for (const uuid of uuids) await campaign.end(uuid, outcome);
};

const makeDue = ({ campaignId }: StartedCampaign) =>
  rig.test.everything
    .updateTable("campaign_contacts")
    .set({ next_attempt_at: new Date(0) })
    .where("campaign_id", "=", campaignId)
    .where("state", "=", "waiting_retry")
    .execute();

describe("versions side by side in a campaign", () => {
  it("share out the contacts by weight, and the run says which one it had", async () => {
    const { campaign, ids } = await startSideBySide([1, 3], { contacts: 200 });
    const { runUuids } = await campaign.claim(200);
    const versions = await versionsOf(campaign, runUuids);
    expect(versions.size).toBe(200);
    expect(countOf(versions, ids[0])).toBeGreaterThanOrEqual(45);
    expect(countOf(versions, ids[0])).toBeLessThanOrEqual(55);
    expect(countOf(versions, ids[0]) + countOf(versions, ids[1])).toBe(200);
  });

  it("stay with a contact through retries, though the weights change meanwhile, and through a redial", async () => {
    const { campaign, ids, plan } = await startSideBySide([1, 1]);
    const first = await campaign.claim(40);
    const before = await versionsOf(campaign, first.runUuids);
    await endAll(campaign, first.runUuids, "no_answer");
    await makeDue(campaign);
    await setVersions(campaign, [1, 1000], ids, plan);
    const second = await campaign.claim(40);
    expect(second.runUuids).toHaveLength(40);
    expect(await versionsOf(campaign, second.runUuids)).toEqual(before);
    await endAll(campaign, second.runUuids, "no_answer");
    await rig.test.everything
      .updateTable("campaigns")
      .set({ state: "completed" })
      .where("id", "=", campaign.campaignId)
      .execute();
    const { redialedCampaignId: campaignId } = await campaign.inOrganization((tx) =>
      createRedial(tx, {
        ...campaign,
        actor: "user:1",
        requestId: randomUUID(),
        command: { outcomes: ["no_answer"], start: false },
        now: new Date(),
      }),
    );
    await campaign.inOrganization((tx) => takeSnapshot(tx, { ...campaign, campaignId }, new Date()));
    const kept = await rig.test.everything
      .selectFrom("campaign_contacts")
      .select(["phone_number", "agent_version_id"])
      .where("campaign_id", "=", campaignId)
      .execute();
    expect(new Map(kept.map((contact) => [contact.phone_number, contact.agent_version_id]))).toEqual(before);
  });

  it("the remaining versions get the contacts of a version that was taken out", async () => {
    const { campaign, ids, plan } = await startSideBySide([1, 1]);
    const first = await campaign.claim(40);
    await endAll(campaign, first.runUuids, "no_answer");
    await makeDue(campaign);
    await setVersions(campaign, [0, 1], ids, plan);
    const second = await campaign.claim(40);
    expect(countOf(await versionsOf(campaign, second.runUuids), ids[1])).toBe(40);
  });
});

/** Writes calls of a comparison as if they had happened. */
const addCalls = async (
  campaign: StartedCampaign,
  versionId: number,
  { answered, not }: { answered: number; not: number },
) => {
  const outcomes = [...Array(answered).fill("answered"), ...Array(not).fill("no_answer")];
  const rows = outcomes.map((outcome) => ({
    uuid: randomUUID(),
    organization_id: campaign.organizationId,
    campaign_id: campaign.campaignId,
    agent_id: campaign.agentId,
    agent_version_id: versionId,
    name: "earlier",
    mode: "telephony",
    state: "completed" as const,
    outcome,
    ended_at: new Date(),
  }));
  await rig.test.everything.insertInto("call_runs").values(rows).execute();
};

const stopsOf = async (campaign: StartedCampaign) => {
  const { version_plan: plan } = await campaign.row();
  const logs = await rig.test.everything
    .selectFrom("campaign_logs")
    .selectAll()
    .where("campaign_id", "=", campaign.campaignId)
    .where("event", "=", "version_stopped")
    .execute();
  const events = await rig.test.everything
    .selectFrom("timeline_events")
    .select(["summary", "payload"])
    .where("campaign_id", "=", campaign.campaignId)
    .execute();
  const decisions = await rig.test.everything
    .selectFrom("unsealed_entries")
    .select("facts")
    .where("kind", "=", "campaign.decided")
    .execute();
  const recorded = decisions.filter(
    ({ facts }) => facts["campaign"] === campaign.campaignId && facts["event"] === "version_stopped",
  );
  return { plan, logs, recorded, events: events.filter(({ payload }) => payload["event"] === "version_stopped") };
};

describe("the guard of a campaign", () => {
  const startWorse = async () => {
    const started = await startSideBySide([1, 1], { guard: GUARD });
    const [worse = 0, better = 0] = started.ids;
    await addCalls(started.campaign, worse, { answered: 60, not: 140 });
    await addCalls(started.campaign, better, { answered: 120, not: 80 });
    return { ...started, worse, better };
  };

  it("stops a version that is surely worse at the end of the next call, and says by which figures", async () => {
    const { campaign, worse, better } = await startWorse();
    const { runUuids } = await campaign.claim(10);
    const [ended = ""] = runUuids;
    await campaign.end(ended, "no_answer");
    const { plan, logs, events, recorded } = await stopsOf(campaign);
    expect(recorded).toEqual([
      {
        facts: expect.objectContaining({
          details: expect.objectContaining({ version: 1, hits: 60, others_hits: 120 }),
        }),
      },
    ]);
    expect(plan?.versions.map(({ version_id, stopped }) => [version_id, stopped !== null])).toEqual([
      [worse, true],
      [better, false],
    ]);
    expect(plan?.shares).toEqual([{ version: 2, from: 0, to: 1 }]);
    expect(logs).toEqual([
      expect.objectContaining({
        level: "warning",
        message: expect.stringMatching(
          /^Version 1 was stopped by the guard: answer_rate was 60 of 20[01] with it and 120 of 20[01]/,
        ),
        details: expect.objectContaining({
          version: 1,
          ...GUARD,
          hits: 60,
          others_hits: 120,
          needed: expect.any(Number),
        }),
      }),
    ]);
    expect(events).toEqual([expect.objectContaining({ payload: expect.objectContaining({ version: 1, hits: 60 }) })]);
    // Calls that no carrier was asked for yet have moved with the decision, and later ones follow.
    const others = await versionsOf(campaign, runUuids.slice(1));
    expect(countOf(others, better)).toBe(9);
    const { runUuids: later } = await campaign.claim(10);
    expect(countOf(await versionsOf(campaign, later), better)).toBe(10);
    expect(
      (await campaign.contacts()).filter((contact) => contact.agent_version_id === worse).length,
    ).toBeLessThanOrEqual(1);
  });

  it("decides once, whoever looks at the same time", async () => {
    const { campaign } = await startWorse();
    await Promise.all(Array.from({ length: 8 }, () => guardVersions(rig.deps, campaign)));
    expect((await stopsOf(campaign)).logs).toHaveLength(1);
    await guardVersions(rig.deps, campaign);
    expect((await stopsOf(campaign)).logs).toHaveLength(1);
  });

  it("a guard whose worker dies within its decision leaves nothing of it, and a repeated settlement makes up for it", async () => {
    const { campaign, worse } = await startWorse();
    const { runUuids } = await campaign.claim(10);
    const [ended = ""] = runUuids;
    const dying = { ...rig.deps.database, inOrganization: rig.deps.database.inOrganization };
    const failing: typeof rig.deps.database.inOrganization = (organizationId, work) =>
      rig.deps.database.inOrganization(organizationId, async (tx) => {
        await work(tx);
        throw new Error("the worker died");
      });
    const guarded = guardVersions({ ...rig.deps, database: { ...dying, inOrganization: failing } }, campaign);
    await expect(guarded).rejects.toThrow("the worker died");
    expect(await stopsOf(campaign)).toMatchObject({ logs: [], events: [] });
    expect(countOf(await versionsOf(campaign, runUuids), worse)).toBeGreaterThan(0);
    await campaign.end(ended, "answered");
    await settleCall(rig.deps, {
      ...campaign.input(ended),
      end: { by: "decision", outcome: "failed", reason: "again" },
    });
    expect((await stopsOf(campaign)).logs).toHaveLength(1);
  });

  it("lets equal versions be, and counts nothing from before the weights were set", async () => {
    const { campaign, ids } = await startSideBySide([1, 1], { guard: GUARD });
    const [one = 0, other = 0] = ids;
    await addCalls(campaign, one, { answered: 100, not: 100 });
    await addCalls(campaign, other, { answered: 102, not: 98 });
    await guardVersions(rig.deps, campaign);
    expect((await stopsOf(campaign)).logs).toEqual([]);
    await rig.test.everything
      .updateTable("call_runs")
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    await addCalls(campaign, one, { answered: 0, not: 5 });
    await guardVersions(rig.deps, campaign);
    expect((await stopsOf(campaign)).logs).toEqual([]);
  });
});
