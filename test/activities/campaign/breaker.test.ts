import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { tripBreaker } from "../../../activities/call-run/trip-breaker.ts";
import { applyCommand } from "../../../activities/campaign/apply-command.ts";
import { lockCampaign } from "../../../infra/postgres/campaign/campaign.repository.ts";
import { changeCampaignState, failCampaign } from "../../../infra/postgres/campaign/campaign-transitions.ts";
import { buildBreakerLockKey, tryLockExclusively } from "../../../infra/postgres/locks.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { plainSettings, someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

// The breaker and a campaign's states: what of the past still counts, and what a change of state leaves behind.

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const circuit_breaker = {
  ...plainSettings.circuit_breaker,
  enabled: true,
  window_seconds: 120,
  min_calls_in_window: 3,
};

const startGuarded = (contacts = 8) =>
  startCampaign(rig, { contacts: someContacts(contacts), campaign: { circuit_breaker } });

const dialOne = async (campaign: StartedCampaign): Promise<string> => {
  const [runUuid] = (await campaign.claim(1)).runUuids;
  if (!runUuid) throw new Error("nothing was claimed");
  expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
  return runUuid;
};

const failOne = async (campaign: StartedCampaign) => campaign.end(await dialOne(campaign), "failed");

/** Inserts a call of the campaign that ended this long ago. */
const endedBefore = (campaign: StartedCampaign, outcome: string, secondsAgo: number) =>
  createRunRow(rig.test, campaign, {
    ...endedCall({ outcome, ended_at: new Date(Date.now() - secondsAgo * 1000) }),
    campaign_id: campaign.campaignId,
  });

const eventsOf = async (campaign: StartedCampaign) => {
  const rows = await rig.test.everything
    .selectFrom("campaign_logs")
    .select("event")
    .where("campaign_id", "=", campaign.campaignId)
    .orderBy("id")
    .execute();
  return rows.map(({ event }) => event);
};
const tripsOf = async (campaign: StartedCampaign) =>
  (await eventsOf(campaign)).filter((event) => event === "breaker_tripped").length;

describe("the circuit breaker", () => {
  it("counts anew after a resume: failures of before do not pause the campaign again", async () => {
    const campaign = await startGuarded();
    for (let call = 0; call < 3; call += 1) await failOne(campaign);
    expect((await campaign.row()).state).toBe("paused");
    await campaign.command("resume");
    await failOne(campaign);
    await failOne(campaign);
    expect((await campaign.row()).state).toBe("running");
    expect(await tripsOf(campaign)).toBe(1);
    await failOne(campaign);
    expect((await campaign.row()).state).toBe("paused");
    expect(await tripsOf(campaign)).toBe(2);
  });

  it.each([
    ["that was never resumed", null],
    ["that was resumed long before", new Date(Date.now() - 3_600_000)],
  ])("forgets failures of a campaign %s that are older than its window", async (_which, breaker_reset_at) => {
    const campaign = await startGuarded();
    await rig.test.everything
      .updateTable("campaigns")
      .set({ breaker_reset_at })
      .where("id", "=", campaign.campaignId)
      .execute();
    for (let call = 0; call < 5; call += 1) await endedBefore(campaign, "failed", 130);
    await failOne(campaign);
    await failOne(campaign);
    expect((await campaign.row()).state).toBe("running");
    await endedBefore(campaign, "failed", 110);
    await tripBreaker(rig.deps, campaign);
    expect((await campaign.row()).state).toBe("paused");
  });

  it("says what it counted, and since when", async () => {
    const campaign = await startGuarded();
    const resetAt = (await campaign.row()).breaker_reset_at;
    await campaign.end(await dialOne(campaign), "answered");
    await failOne(campaign);
    await failOne(campaign);
    const log = await rig.test.everything
      .selectFrom("campaign_logs")
      .selectAll()
      .where("campaign_id", "=", campaign.campaignId)
      .where("event", "=", "breaker_tripped")
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({
      level: "warning",
      actor: "system",
      message: "Paused by the circuit breaker: too many calls failed within 120 seconds",
      details: { outcomes: { answered: 1, failed: 2 }, since: resetAt?.toISOString(), min_calls_in_window: 3 },
    });
  });

  it("leaves a campaign to another activity that is pausing it already, and waits for nothing", async () => {
    const campaign = await startGuarded();
    for (let call = 0; call < 4; call += 1) await endedBefore(campaign, "failed", 0);
    await rig.test.database.inOrganization(campaign.organizationId, async (tx) => {
      expect(await tryLockExclusively(tx, buildBreakerLockKey(campaign.campaignId))).toBe(true);
      await tripBreaker(rig.deps, campaign);
      expect((await campaign.row()).state).toBe("running");
    });
    await tripBreaker(rig.deps, campaign);
    expect((await campaign.row()).state).toBe("paused");
  });

  it("has nothing to do where the campaign was deleted", async () => {
    const { organizationId } = await startGuarded();
    await expect(tripBreaker(rig.deps, { organizationId, campaignId: 0 })).resolves.toBeUndefined();
  });

  it("counts calls of its own campaign alone", async () => {
    const [campaign, other] = [await startGuarded(), await startGuarded()];
    for (let call = 0; call < 2; call += 1) await failOne(other);
    await createRunRow(rig.test, campaign, endedCall({ outcome: "failed", ended_at: new Date() }));
    await failOne(campaign);
    await failOne(campaign);
    expect([(await campaign.row()).state, (await other.row()).state]).toEqual(["running", "running"]);
  });

  it.each(["paused", "completed", "canceled"] as const)(
    "leaves a %s campaign as it is when a late call fails",
    async (state) => {
      const campaign = await startGuarded();
      const runUuids = [];
      for (let call = 0; call < 3; call += 1) runUuids.push(await dialOne(campaign));
      await rig.test.everything.updateTable("campaigns").set({ state }).where("id", "=", campaign.campaignId).execute();
      for (const runUuid of runUuids) await campaign.end(runUuid, "failed");
      expect((await campaign.row()).state).toBe(state);
      expect(await tripsOf(campaign)).toBe(0);
    },
  );

  it("looks a second time once it has the campaign: an operator's pause that came first stands alone", async () => {
    const campaign = await startGuarded();
    for (let call = 0; call < 4; call += 1) await endedBefore(campaign, "failed", 0);
    await rig.test.everything
      .updateTable("campaigns")
      .set({ breaker_reset_at: null })
      .where("id", "=", campaign.campaignId)
      .execute();
    const { tripping } = await campaign.inOrganization(async (tx) => {
      const locked = await lockCampaign(tx, campaign.campaignId);
      const decision = { level: "info", event: "paused", message: "The campaign was paused", actor: "user:1" } as const;
      if (locked) await changeCampaignState(tx, locked, { to: "paused", decision });
      const tripping = tripBreaker(rig.deps, campaign);
      await waitUntil("the breaker waits for the campaign", () => somebodyWaits());
      return { tripping };
    });
    await tripping;
    expect((await campaign.row()).state).toBe("paused");
    expect(await eventsOf(campaign)).toEqual(["started", "snapshot_taken", "paused"]);
  });
});

const somebodyWaits = async (): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(rig.test.everything);
  return rows.length > 0;
};

describe("a command that already holds", () => {
  it("changes neither the row nor the log", async () => {
    const campaign = await startGuarded();
    expect(await campaign.command("pause")).toMatchObject({ state: "paused", changed: true });
    const paused = await campaign.row();
    expect(await campaign.command("pause")).toMatchObject({ state: "paused", changed: false });
    expect(await campaign.row()).toEqual(paused);
    expect(await eventsOf(campaign)).toEqual(["started", "snapshot_taken", "paused"]);
  });
});

describe("a command whose first try died before it could answer", () => {
  it("tells that it has changed the state, also when another decision came after it, which stays", async () => {
    const campaign = await startGuarded();
    const first = await campaign.command("pause", "run/7");
    expect(first).toMatchObject({ state: "paused", changed: true });
    expect(await campaign.command("pause", "run/7")).toEqual(first);
    expect(await campaign.command("pause", "run/8")).toMatchObject({ state: "paused", changed: false });
    await campaign.command("resume", "run/9");
    expect(await campaign.command("pause", "run/7")).toMatchObject({ state: "running", changed: true });
    expect(await eventsOf(campaign)).toEqual(["started", "snapshot_taken", "paused", "resumed"]);
  });
});

describe("a command for a campaign that is gone", () => {
  it("is refused with a sentence, not repeated for ever", async () => {
    const campaign = await startGuarded();
    const { organizationId } = campaign;
    const command = { command: "pause", actor: "user:1", commandKey: randomUUID() } as const;
    const applied = applyCommand(rig.deps, { organizationId, campaignId: 0, ...command });
    await expect(applied).rejects.toMatchObject({ message: "Campaign not found", nonRetryable: true });
  });
});

describe("a campaign that is resumed", () => {
  it("began when it was started, not when it was resumed", async () => {
    const campaign = await startGuarded();
    const { started_at: startedAt } = await campaign.row();
    expect(startedAt).not.toBeNull();
    await campaign.command("pause");
    expect((await campaign.row()).started_at).toEqual(startedAt);
    await campaign.command("resume");
    const row = await campaign.row();
    expect(row.started_at).toEqual(startedAt);
    expect(row.breaker_reset_at?.getTime()).toBeGreaterThan(startedAt?.getTime() ?? 0);
  });

  it("has no reason to have failed any more, and its cancellation has an end", async () => {
    const campaign = await startGuarded();
    await campaign.inOrganization((tx) => failCampaign(tx, campaign.campaignId, "The account is gone"));
    expect(await campaign.row()).toMatchObject({ state: "failed", failure_reason: "The account is gone" });
    await rig.test.everything
      .updateTable("campaigns")
      .set({ budget_wait: { until: null, says: "No money" } })
      .where("id", "=", campaign.campaignId)
      .execute();
    await campaign.command("resume");
    expect(await campaign.row()).toMatchObject({
      state: "running",
      failure_reason: null,
      budget_wait: null,
      completed_at: null,
    });
    await campaign.command("pause");
    expect((await campaign.row()).completed_at).toBeNull();
    await campaign.command("cancel");
    expect((await campaign.row()).completed_at).not.toBeNull();
    expect(await eventsOf(campaign)).toEqual(["started", "snapshot_taken", "failed", "resumed", "paused", "canceled"]);
  });
});
