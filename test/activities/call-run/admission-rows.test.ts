import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { placeCall } from "../../../activities/call-run/place-call.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

// Admission reads rows of other calls, of the number and of the contact: here each of them exists or not, and the
// carrier's record shows the result.

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const HOUR_MS = 3_600_000;
const THEIR_NUMBER = "+14155550199";
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

const claimOne = async (campaign: StartedCampaign): Promise<string> => {
  const [runUuid] = (await campaign.claim(1)).runUuids;
  if (!runUuid) throw new Error("nothing was claimed");
  return runUuid;
};

const accountOf = (campaign: StartedCampaign) => ({
  telephony_configuration_id: campaign.tenant.simulatorAccountId,
});

const oneOff = (campaign: StartedCampaign, number = THEIR_NUMBER) =>
  createRunRow(rig.test, campaign, { called_number: number, ...accountOf(campaign) });

const expectFiguresToHold = async (campaign: StartedCampaign, expected: object) => {
  const { kept, counted } = await campaign.figures();
  expect(kept).toEqual(counted);
  expect(kept).toMatchObject(expected);
};

describe("an entry in the do-not-call list that ends", () => {
  const list = (campaign: StartedCampaign, hours: number) =>
    campaign.inOrganization((tx) =>
      addToDoNotCall(tx, {
        organizationId: campaign.organizationId,
        phoneNumbers: [THEIR_NUMBER],
        source: "manual",
        expiresAt: new Date(Date.now() + hours * HOUR_MS),
      }),
    );

  it("keeps a number from being dialled until then, and not after", async () => {
    const campaign = await startCampaign(rig);
    await list(campaign, 1);
    const early = await oneOff(campaign);
    expect(await campaign.place(early.uuid)).toMatchObject({ outcome: "blocked_dnc", blocked: true });
    expect(await campaign.requests()).toEqual([]);

    const later = await startCampaign(rig);
    await list(later, -1);
    expect(await later.place((await oneOff(later)).uuid)).toMatchObject({ kind: "accepted" });
    expect((await later.requests()).map(({ to }) => to)).toEqual([THEIR_NUMBER]);
  });
});

describe("calls that are under way", () => {
  const live = ["dialing", "ringing", "in_progress"] as const;
  const LIMIT = live.length;
  const others = async (campaign: StartedCampaign, values: object) => {
    for (const state of [...live, "queued" as const])
      await createRunRow(rig.test, campaign, { called_number: "+14155550123", state, ...values });
    await createRunRow(rig.test, campaign, { ...endedCall(), ...values });
  };
  const endAll = (campaign: StartedCampaign) =>
    rig.test.everything
      .updateTable("call_runs")
      .set({ state: "completed" })
      .where("organization_id", "=", campaign.organizationId)
      .where("state", "=", "ringing")
      .execute();

  it("calls of other campaigns take places of the carrier account, also while they ring", async () => {
    const campaign = await startCampaign(rig, { account: { concurrent_call_limit: LIMIT } });
    await others(campaign, accountOf(campaign));
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({
      kind: "wait",
      reason: `The carrier account has ${LIMIT} calls under way; its limit is ${LIMIT}`,
    });
    await endAll(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
  });

  it("calls of other accounts take places of the organization, and none of this account", async () => {
    const options = { concurrentCallLimit: LIMIT, account: { concurrent_call_limit: 1 } };
    const campaign = await startCampaign(rig, options);
    await others(campaign, {});
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({
      kind: "wait",
      reason: `The organization has ${LIMIT} calls under way; its limit is ${LIMIT}`,
    });
    await endAll(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
  });

  it("with a sandbox key take no places of real calls, and the other way round", async () => {
    const options = { concurrentCallLimit: LIMIT, account: { concurrent_call_limit: LIMIT } };
    const campaign = await startCampaign(rig, options);
    await others(campaign, { ...accountOf(campaign), environment: "sandbox" });
    expect(await campaign.place(await claimOne(campaign))).toMatchObject({ kind: "accepted" });
    const sandboxed = await startCampaign(rig, { ...options, campaign: { environment: "sandbox" } });
    await others(sandboxed, accountOf(sandboxed));
    const runUuid = await claimOne(sandboxed);
    expect(await sandboxed.place(runUuid)).toMatchObject({ kind: "accepted" });
    const next = await claimOne(sandboxed);
    await others(sandboxed, { environment: "sandbox" });
    expect(await sandboxed.place(next)).toMatchObject({ kind: "wait" });
  });

  it("take places of their own campaign alone", async () => {
    const campaign = await startCampaign(rig, { campaign: { max_concurrency: LIMIT } });
    await others(campaign, {});
    await others(campaign, { campaign_id: campaign.campaignId });
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({
      kind: "wait",
      reason: `The campaign has ${LIMIT} calls under way; its limit is ${LIMIT}`,
    });
    await endAll(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "accepted" });
  });
});

describe("the daily cap", () => {
  const dialledBefore = (campaign: StartedCampaign, values: object) =>
    createRunRow(rig.test, campaign, {
      ...endedCall({ called_number: THEIR_NUMBER, ended_at: new Date() }),
      ...values,
    });

  it.each([
    ["with a sandbox key", { carrier_requested_at: hoursAgo(1), environment: "sandbox" as const }],
    ["to another number", { called_number: "+14155550198" }],
    ["of more than a day ago", { carrier_requested_at: hoursAgo(24.1) }],
    ["that the carrier threw back", { carrier_requested_at: hoursAgo(1), end_reason: "throttled" }],
    ["to an account that was refused", { carrier_requested_at: hoursAgo(1), end_reason: "account_unusable" }],
  ])("does not count a call %s", async (_what, values) => {
    const campaign = await startCampaign(rig, { maxAttemptsPerDay: 1 });
    await dialledBefore(campaign, values);
    expect(await campaign.place((await oneOff(campaign)).uuid)).toMatchObject({ kind: "accepted" });
  });

  it("counts every call to the number within a day, whoever made it", async () => {
    const campaign = await startCampaign(rig, { maxAttemptsPerDay: 2 });
    await dialledBefore(campaign, { carrier_requested_at: hoursAgo(23.9), ...accountOf(campaign) });
    await dialledBefore(campaign, {
      carrier_requested_at: hoursAgo(1),
      end_reason: null,
      state: "in_progress",
      ended_at: null,
    });
    expect(await campaign.place((await oneOff(campaign)).uuid)).toMatchObject({ outcome: "blocked_cap" });
    expect(await campaign.requests()).toEqual([]);
  });

  it("does not count calls of another organization", async () => {
    const stranger = await startCampaign(rig);
    await dialledBefore(stranger, {});
    const campaign = await startCampaign(rig, { maxAttemptsPerDay: 1 });
    expect(await campaign.place((await oneOff(campaign)).uuid)).toMatchObject({ kind: "accepted" });
  });
});

describe("the contact of a call that is not made", () => {
  const retry_config = {
    enabled: true,
    max_retries: 3,
    retry_delay_seconds: 0,
    retry_on_busy: true,
    retry_on_no_answer: true,
    retry_on_voicemail: true,
  };

  it("was dialled before: it is finished, not suppressed", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config } });
    const first = await claimOne(campaign);
    await campaign.place(first);
    await campaign.end(first, "busy");
    const second = await claimOne(campaign);
    await campaign.inOrganization((tx) =>
      addToDoNotCall(tx, {
        organizationId: campaign.organizationId,
        phoneNumbers: [someContacts(1)[0]?.phone_number ?? ""],
        source: "manual",
      }),
    );
    expect(await campaign.place(second)).toMatchObject({ outcome: "blocked_dnc" });
    expect((await campaign.contacts())[0]).toMatchObject({ state: "finished", last_outcome: "blocked_dnc" });
    await expectFiguresToHold(campaign, { finished: 1, unreached: 1, suppressed: 0 });
  });

  it("waits for its retry again when the campaign was paused", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), campaign: { retry_config } });
    const first = await claimOne(campaign);
    await campaign.place(first);
    await campaign.end(first, "busy");
    const second = await claimOne(campaign);
    await campaign.command("pause");
    expect(await campaign.place(second)).toEqual({ kind: "released" });
    expect((await campaign.contacts())[0]).toMatchObject({ state: "waiting_retry", retries: 1, attempts: 1 });
    expect(await campaign.run(second)).toBeUndefined();
    await expectFiguresToHold(campaign, { waiting_retry: 1, in_flight: 0 });
  });

  it("goes back from a carrier that throttles, whose row stays as evidence of the request", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({ defaults: { misbehaviours: { throttled_times: 1, retry_after_seconds: 1 } } });
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.run(runUuid)).toMatchObject({ state: "canceled", end_reason: "throttled" });
    expect((await campaign.run(runUuid))?.carrier_requested_at).not.toBeNull();
  });
});

describe("a slot of the carrier account", () => {
  it("is kept by a run that waits for it: the next one gets a later slot", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(4), account: { calls_per_second: 0.01 } });
    const { runUuids } = await campaign.claim(4);
    const [first = "", second = "", third = ""] = [...runUuids, ...(await campaign.claim(4)).runUuids];
    const others = await Promise.all([second, third].map(async (uuid) => uuid || (await oneOff(campaign)).uuid));
    await campaign.place(first);
    const waits: number[] = [];
    for (const uuid of others) {
      const placement = await campaign.place(uuid);
      if (placement.kind !== "wait") throw new Error(`placed as ${placement.kind}`);
      waits.push(placement.waitSeconds);
    }
    expect(waits[0]).toBeGreaterThan(60);
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) + 60);
  });
});

describe("a process that stood still after it had admitted a call", () => {
  it("does not dial late: nobody expects the request any more", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(8), account: { calls_per_second: 1 } });
    // On a busy machine the slot may have passed before the run was seen waiting, and the request may be on its way:
    // then the next one is tried behind another call that takes the slot before its own, until there is none.
    for (let requests = 1; ; requests += 2) {
      expect(await campaign.place(await claimOne(campaign))).toMatchObject({ kind: "accepted" });
      const runUuid = await claimOne(campaign);
      const placing = campaign.place(runUuid);
      await waitUntil("it is admitted and waits for its slot", async () => {
        return (await campaign.run(runUuid))?.carrier_requested_at;
      });
      standStill(6500);
      const placement = await placing;
      if (placement.kind === "accepted") continue;
      expect(placement).toMatchObject({ kind: "unknown" });
      return expect(await campaign.requests()).toHaveLength(requests);
    }
  });
});

/** Simulates a process without a processor, or a suspended machine. */
const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

/** New connections use this clock: names of the catalogue are resolved after those of this schema. */
const setDatabaseClock = async (instant: string): Promise<void> => {
  const { everything } = rig.test;
  await sql`create schema if not exists another_clock`.execute(everything);
  await sql`grant usage on schema another_clock to ringdown_app`.execute(everything);
  await sql`create or replace function another_clock.clock_timestamp() returns timestamptz language sql
    as ${sql.lit(`select '${instant}'::timestamptz`)}`.execute(everything);
  await sql`grant execute on function another_clock.clock_timestamp() to ringdown_app`.execute(everything);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(everything);
  await sql`alter database ${sql.ref(rows[0]?.name ?? "")} set search_path = another_clock, pg_catalog, public`.execute(
    everything,
  );
};

describe("the called person's clock", () => {
  const slots = [0, 1, 2, 3, 4].map((day_of_week) => ({ day_of_week, start_time: "09:00", end_time: "17:00" }));
  const schedule_config = { enabled: true, timezone: "America/New_York", slots };

  /** Places a call to somebody in a zone while the database's clock says this; the hours begin to hold after its claim. */
  const placeAt = async (instant: string, timezone: string, phone_number?: string) => {
    const contacts = someContacts(1).map((contact) => ({
      ...contact,
      timezone,
      ...(phone_number && { phone_number }),
    }));
    const campaign = await startCampaign(rig, { contacts });
    const runUuid = await claimOne(campaign);
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({ timezone })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    await rig.test.everything
      .updateTable("campaigns")
      .set({ schedule_config })
      .where("id", "=", campaign.campaignId)
      .execute();
    await setDatabaseClock(instant);
    const database = rig.test.open();
    const { kind } = await placeCall({ ...rig.deps, database }, campaign.input(runUuid)).finally(() =>
      database.close(),
    );
    return {
      kind,
      dialled: (await campaign.requests()).length,
      dueAt: (await campaign.contacts())[0]?.next_attempt_at,
    };
  };

  it("decides, not that of the campaign's zone", async () => {
    const morningInNairobi = "2026-06-03T08:00:00Z";
    expect(await placeAt(morningInNairobi, "Africa/Nairobi")).toMatchObject({ kind: "accepted", dialled: 1 });
    expect(await placeAt(morningInNairobi, "America/New_York")).toEqual({
      kind: "released",
      dialled: 0,
      dueAt: new Date("2026-06-03T13:00:00Z"),
    });
  });

  it("is that of the number where the snapshot keeps a zone that is refused today", async () => {
    // Nine in the morning in Dhaka, four in London.
    expect(await placeAt("2026-06-03T03:00:00Z", "BST", "+447911123456")).toEqual({
      kind: "released",
      dialled: 0,
      dueAt: new Date("2026-06-03T08:00:00Z"),
    });
  });

  it("admits nothing in the last seconds of the window, when the request would come after it", async () => {
    expect(await placeAt("2026-06-03T13:59:52Z", "Africa/Nairobi")).toMatchObject({ kind: "accepted", dialled: 1 });
    expect(await placeAt("2026-06-03T13:59:55Z", "Africa/Nairobi")).toEqual({
      kind: "released",
      dialled: 0,
      dueAt: new Date("2026-06-04T06:00:00Z"),
    });
  });
});
