import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { claimRuns } from "../../../activities/campaign/claim-runs.ts";
import { readCampaign } from "../../../activities/campaign/read-campaign.ts";
import { CLAIM_RETRY_MS } from "../../../domain/campaign/claim-limit.rules.ts";
import { changeFigures } from "../../../infra/postgres/campaign/figures.repository.ts";
import { callRunContract, callRunStartOptions } from "../../../workflows/call-run/call-run.contract.ts";
import { createRunRow } from "../../factories/calls.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import {
  type DiallingRig,
  inParallel,
  type StartedCampaign,
  startCampaign,
  startDiallingRig,
} from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const startedOf = (campaign: StartedCampaign) =>
  rig.temporal.started.filter((workflowId) => workflowId.startsWith(`org-${campaign.organizationId}/`));

const expectFiguresToHold = async (campaign: StartedCampaign, expected: object) => {
  const { kept, counted } = await campaign.figures();
  expect(kept).toEqual(counted);
  expect(kept).toMatchObject(expected);
};

describe("a claim", () => {
  it("takes no more than it asked for, first due first, and starts a workflow for each", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(300) });
    const { runUuids, state, figures } = await campaign.claim(20);
    expect(new Set(runUuids).size).toBe(20);
    expect({ state, inFlight: figures.inFlight }).toEqual({ state: "running", inFlight: 20 });
    const contacts = await campaign.contacts();
    expect(contacts.map((contact) => contact.state === "in_flight")).toEqual(contacts.map((_, at) => at < 20));
    const { organizationId } = campaign;
    expect(startedOf(campaign).sort((a, b) => a.localeCompare(b))).toEqual(
      runUuids
        .map((runUuid) => callRunContract.workflowId({ organizationId, runUuid }))
        .sort((a, b) => a.localeCompare(b)),
    );
    await expectFiguresToHold(campaign, { in_flight: 20, total: 300 });
  });

  it("starts each workflow with what operators filter calls by", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const optionsOf: unknown[] = [];
    const start: typeof rig.deps.temporal.workflow.start = async (type, options) => {
      optionsOf.push(options);
      return rig.deps.temporal.workflow.start(type, options);
    };
    const temporal = Object.assign(Object.create(null), { workflow: { start } });
    const { organizationId, campaignId, shardId } = campaign;
    const request = { organizationId, campaignId, shardId, token: randomUUID(), limit: 1 };
    const { runUuids } = await claimRuns({ ...rig.deps, temporal }, request);
    const [uuid = ""] = runUuids;
    const run = { organization_id: organizationId, uuid, campaign_id: campaignId };
    const [contact] = await campaign.contacts();
    const name = `campaign-${campaignId}-contact-${contact?.id}-attempt-1`;
    const expected = callRunStartOptions({ ...run, name }, { shardId });
    expect(optionsOf).toEqual([{ ...expected, requestEagerStart: true }]);
  });

  it.each([
    [1, 0],
    [4, 2],
  ])(
    "a claim of %d that is repeated under its token gives the same runs, and starts those that were not among its %d started ones",
    async (limit, begun) => {
      const campaign = await startCampaign(rig, { contacts: someContacts(10) });
      const token = randomUUID();
      let left = begun;
      const start = async (...[type, options]: Parameters<typeof rig.deps.temporal.workflow.start>) => {
        if (left-- <= 0) throw new Error("the engine is away");
        return rig.deps.temporal.workflow.start(type, options);
      };
      const interrupted = Object.assign(Object.create(null), { workflow: { start } });
      const request = { organizationId: campaign.organizationId, campaignId: campaign.campaignId, token, limit };
      const failing = claimRuns({ ...rig.deps, temporal: interrupted }, { ...request, shardId: campaign.shardId });
      await expect(failing).rejects.toThrow("the engine is away");
      const { runUuids } = await campaign.claim(limit, token);
      expect((await campaign.claim(limit, token)).runUuids).toEqual(runUuids);
      expect(runUuids).toHaveLength(limit);
      expect(new Set(startedOf(campaign)).size).toBe(limit);
      await expectFiguresToHold(campaign, { in_flight: limit });
    },
  );

  it("a claim that is large takes its contacts in portions, and none after a pause that comes meanwhile", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(120) });
    let started = 0;
    const start = async (...[type, options]: Parameters<typeof rig.deps.temporal.workflow.start>) => {
      started += 1;
      if (started === 60) await campaign.command("pause");
      return rig.deps.temporal.workflow.start(type, options);
    };
    const temporal = Object.assign(Object.create(null), { workflow: { start } });
    const { organizationId, campaignId, shardId } = campaign;
    const request = { organizationId, campaignId, shardId, token: randomUUID(), limit: 120 };
    const { runUuids, state } = await claimRuns({ ...rig.deps, temporal }, request);
    expect({ claimed: new Set(runUuids).size, started, state }).toEqual({
      claimed: 100,
      started: 100,
      state: "paused",
    });
    await expectFiguresToHold(campaign, { in_flight: 100, total: 120 });
  });

  it("a claim that is large and repeated gives the runs of all its portions, and starts those that were not started", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(120) });
    const token = randomUUID();
    let left = 60;
    const start = async (...[type, options]: Parameters<typeof rig.deps.temporal.workflow.start>) => {
      if (left-- <= 0) throw new Error("the engine is away");
      return rig.deps.temporal.workflow.start(type, options);
    };
    const interrupted = Object.assign(Object.create(null), { workflow: { start } });
    const { organizationId, campaignId, shardId } = campaign;
    const failing = claimRuns(
      { ...rig.deps, temporal: interrupted },
      { organizationId, campaignId, shardId, token, limit: 120 },
    );
    await expect(failing).rejects.toThrow("the engine is away");
    const { runUuids } = await campaign.claim(120, token);
    expect(runUuids).toHaveLength(100);
    expect(new Set(startedOf(campaign)).size).toBe(100);
    const { runUuids: rest } = await campaign.claim(120);
    expect(rest).toHaveLength(20);
    expect(new Set([...runUuids, ...rest]).size).toBe(120);
    await expectFiguresToHold(campaign, { in_flight: 120, total: 120 });
  });

  it("a claim that is large begins no portion once its worker is told to stop", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(120) });
    const stopping = new AbortController();
    const start = async (...[type, options]: Parameters<typeof rig.deps.temporal.workflow.start>) => {
      stopping.abort();
      return rig.deps.temporal.workflow.start(type, options);
    };
    const temporal = Object.assign(Object.create(null), { workflow: { start } });
    const { organizationId, campaignId, shardId } = campaign;
    const request = { organizationId, campaignId, shardId, token: randomUUID(), limit: 120 };
    const { runUuids } = await claimRuns({ ...rig.deps, temporal }, request, stopping.signal);
    expect(runUuids).toHaveLength(50);
    expect(startedOf(campaign)).toHaveLength(50);
    await expectFiguresToHold(campaign, { in_flight: 50, total: 120 });
  });

  it("a claim that goes on late, after it was repeated, takes no line more than there are", async () => {
    const LINES = 60;
    const campaign = await startCampaign(rig, {
      contacts: someContacts(120),
      campaign: { max_concurrency: LINES },
    });
    const silence = Promise.withResolvers<void>();
    const start = async (...[type, options]: Parameters<typeof rig.deps.temporal.workflow.start>) => {
      await silence.promise;
      return rig.deps.temporal.workflow.start(type, options);
    };
    const temporal = Object.assign(Object.create(null), { workflow: { start } });
    const { organizationId, campaignId, shardId } = campaign;
    const request = { organizationId, campaignId, shardId, token: randomUUID(), limit: LINES };
    const late = claimRuns({ ...rig.deps, temporal }, request);
    await waitUntil("its first portion is stored", async () => (await campaign.figures()).kept["in_flight"] === 50);
    const repeated = await campaign.claim(LINES, request.token);
    expect(repeated.runUuids).toHaveLength(50);
    // The late portion and the next claim both find the same lines free: neither sees what the other has not committed.
    const { next } = await campaign.inOrganization(async (tx) => {
      await changeFigures(tx, campaignId, {});
      const next = campaign.claim(LINES - 50);
      silence.resolve();
      await waitUntil("both wait for the figures", async () => (await countWaitingFor("campaign_figures")) === 2);
      return { next };
    });
    const all = new Set([...(await late).runUuids, ...(await next).runUuids]);
    expect(all.size).toBe(LINES + 10);
    const runs = await Promise.all([...all].map(campaign.run));
    expect(new Set(runs.map((run) => run?.campaign_contact_id)).size).toBe(LINES + 10);
    await expectFiguresToHold(campaign, { in_flight: LINES + 10 });
    const placed = await inParallel([...all], { work: campaign.place });
    expect(placed.filter(({ kind }) => kind === "accepted")).toHaveLength(LINES);
    expect(placed.filter(({ kind }) => kind === "wait")).toHaveLength(10);
    expect(await campaign.requests()).toHaveLength(LINES);
  });

  it("never shares a contact with a claim at the same time", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(100) });
    const claims = await Promise.all(Array.from({ length: 12 }, () => campaign.claim(10)));
    const runUuids = claims.flatMap((claim) => claim.runUuids);
    for (const claim of claims) expect(claim.runUuids.length).toBeLessThanOrEqual(10);
    const rest = await campaign.claim(100);
    const all = [...runUuids, ...rest.runUuids];
    expect(all).toHaveLength(100);
    const runs = await Promise.all(all.map(campaign.run));
    expect(new Set(runs.map((run) => run?.campaign_contact_id)).size).toBe(100);
    await expectFiguresToHold(campaign, { in_flight: 100 });
  });

  it("a claim of a campaign that does not run takes nothing", async () => {
    const campaign = await startCampaign(rig);
    await campaign.command("pause");
    expect(await campaign.claim(3)).toMatchObject({ runUuids: [], state: "paused" });
  });

  it("takes of those that are due at one moment the first of the list", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(6) });
    const next_attempt_at = new Date(Date.now() - 60_000);
    // The last of the list is the first that was written.
    for (const { id } of (await campaign.contacts()).toReversed())
      await rig.test.everything
        .updateTable("campaign_contacts")
        .set({ next_attempt_at })
        .where("id", "=", id)
        .execute();
    await campaign.claim(2);
    const states = (await campaign.contacts()).map(({ state }) => state);
    expect(states).toEqual(["in_flight", "in_flight", "pending", "pending", "pending", "pending"]);
  });

  it.each([
    ["is archived", { status: "archived" as const }],
    ["has nothing published", { published_version_id: null }],
  ])("fails the campaign whose agent %s, and leaves its contacts due", async (_what, columns) => {
    const campaign = await startCampaign(rig);
    await rig.test.everything.updateTable("agents").set(columns).where("id", "=", campaign.agentId).execute();
    expect(await campaign.claim(3)).toMatchObject({ runUuids: [], state: "failed" });
    expect((await campaign.contacts()).map(({ state }) => state)).toEqual(["pending", "pending", "pending"]);
    await expectFiguresToHold(campaign, { in_flight: 0, suppressed: 0 });
  });

  it("a claim of a paced account does not run far ahead of what it can dial", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(50), account: { calls_per_second: 2 } });
    expect((await campaign.claim(50)).runUuids).toHaveLength(10);
    const askedAtMs = Date.now();
    const { runUuids, nextDueAtMs } = await campaign.claim(50);
    expect(runUuids).toEqual([]);
    expect(nextDueAtMs).toBeGreaterThan(askedAtMs);
  });

  it("a claim of a paced account counts what is queued of its own campaign alone", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(12), account: { calls_per_second: 2 } });
    for (let calls = 0; calls < 10; calls += 1) await createRunRow(rig.test, campaign, { state: "queued" });
    expect((await campaign.claim(50)).runUuids).toHaveLength(10);
  });
});

/** Has calls under way of another campaign of the organization, or of none. */
const holdLines = async (campaign: StartedCampaign, count: number, of: "another campaign" | "callers") => {
  const other = await rig.test.everything
    .selectFrom("campaigns")
    .select("id")
    .where("organization_id", "=", campaign.organizationId)
    .where("id", "<>", campaign.campaignId)
    .executeTakeFirstOrThrow();
  const origin = of === "callers" ? ({ direction: "inbound" } as const) : { campaign_id: other.id };
  const account = { telephony_configuration_id: campaign.tenant.simulatorAccountId };
  for (let calls = 0; calls < count; calls += 1)
    await createRunRow(rig.test, campaign, { state: "in_progress", ...account, ...origin });
};

const claimed = async (campaign: StartedCampaign, limit: number) => (await campaign.claim(limit)).runUuids.length;

describe("a claim where lines are few", () => {
  it("takes no more than are free, and looks again although none of its calls ends", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(20), concurrentCallLimit: 10 });
    await holdLines(campaign, 4, "callers");
    const before = Date.now();
    const { runUuids, nextDueAtMs } = await campaign.claim(10);
    expect(runUuids).toHaveLength(6);
    expect(nextDueAtMs).toBeGreaterThanOrEqual(before + CLAIM_RETRY_MS);
    expect(await claimed(campaign, 4)).toBe(0);
  });

  it("takes the campaign's equal part where another campaign has all of them", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(20), concurrentCallLimit: 10 });
    await holdLines(campaign, 10, "another campaign");
    expect(await claimed(campaign, 10)).toBe(5);
    expect(await claimed(campaign, 5)).toBe(0);
  });

  it("counts the lines of the carrier account that are not kept for callers", async () => {
    const account = { concurrent_call_limit: 8, inbound_reserve: 2 };
    const campaign = await startCampaign(rig, { contacts: someContacts(20), account });
    expect(await claimed(campaign, 20)).toBe(6);
  });

  it("takes all of those while callers have the lines that are kept for them, and fewer when they have more", async () => {
    const account = { concurrent_call_limit: 8, inbound_reserve: 2 };
    const campaign = await startCampaign(rig, { contacts: someContacts(20), account });
    await holdLines(campaign, 2, "callers");
    expect(await claimed(campaign, 5)).toBe(5);
    await holdLines(campaign, 1, "callers");
    expect(await claimed(campaign, 5)).toBe(0);
  });

  it("counts the campaign's calls of earlier shards against its own limit", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(20), campaign: { max_concurrency: 5 } });
    expect(await claimed(campaign, 3)).toBe(3);
    const { organizationId, campaignId } = campaign;
    const shardId = `${campaign.shardId}-of-another-epoch`;
    const request = { organizationId, campaignId, shardId, token: randomUUID(), limit: 5 };
    expect((await claimRuns(rig.deps, request)).runUuids).toHaveLength(2);
  });

  it("takes one for a shard that has none, which would end", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(20), concurrentCallLimit: 2 });
    await holdLines(campaign, 2, "callers");
    expect(await claimed(campaign, 2)).toBe(1);
    expect(await claimed(campaign, 1)).toBe(0);
  });

  it("takes all that are asked for where the lines are its own", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(20), concurrentCallLimit: 10 });
    const [runUuid = ""] = (await campaign.claim(10)).runUuids;
    await campaign.place(runUuid);
    await campaign.end(runUuid, "answered");
    const { runUuids, nextDueAtMs } = await campaign.claim(1);
    expect(runUuids).toHaveLength(1);
    expect(nextDueAtMs).toBeLessThanOrEqual(Date.now());
  });
});

/** The hour that is now in a zone, `hours` later, and the next one, which may begin while a test runs. */
const slotsFrom = (timezone: string, hours: number) => [slotAt(timezone, hours), slotAt(timezone, hours + 1)];

const slotAt = (timezone: string, hours: number) => {
  const at = new Date(Date.now() + hours * 3_600_000);
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    weekday: "short",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const { weekday = "", hour = "" } = Object.fromEntries(
    parts.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  const day_of_week = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(weekday);
  return { day_of_week, start_time: `${hour}:00`, end_time: `${String(Number(hour) + 1).padStart(2, "0")}:00` };
};

/** Its zones reach from Newfoundland to Guam. */
const ANYWHERE_IN_AMERICA = "+18005550100";

const inZones = (timezones: readonly (string | null)[]) =>
  someContacts(timezones.length).map((contact, at) => ({
    ...contact,
    ...(timezones[at] && { timezone: timezones[at] }),
  }));

const countWaitingFor = async (table: string): Promise<number> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${table}%`}`.execute(rig.test.everything);
  return rows.length;
};

const somebodyWaitsFor = async (table: string): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%"${table}"% for no key update%`}`.execute(rig.test.everything);
  return rows.length > 0;
};

describe("the calling window", () => {
  it("is each person's own: a claim takes those whose clocks are within it, and suppresses those for whom it never opens", async () => {
    // In UTC it is in the first slot; Nairobi's clock is three hours ahead, where it is in the second slot.
    const schedule_config = { enabled: true, timezone: "UTC", slots: [...slotsFrom("UTC", 0), ...slotsFrom("UTC", 3)] };
    const campaign = await startCampaign(rig, {
      contacts: [
        ...inZones(["UTC", "Africa/Nairobi", "Asia/Tokyo"]),
        { phone_number: ANYWHERE_IN_AMERICA, name: "Toll-free" },
      ],
      campaign: { schedule_config },
    });
    const { runUuids } = await campaign.claim(10);
    const claimed = await Promise.all(runUuids.map(campaign.run));
    const contacts = await campaign.contacts();
    expect(claimed.map((run) => run?.called_number).sort()).toEqual(
      contacts.slice(0, 2).map(({ phone_number }) => phone_number),
    );
    expect(contacts.map(({ state }) => state)).toEqual(["in_flight", "in_flight", "pending", "suppressed"]);
    expect(contacts[3]).toMatchObject({ last_outcome: "blocked_window" });
    await expectFiguresToHold(campaign, { suppressed: 1, in_flight: 2 });
  });

  it("the calling window of a number that names no zone is that of its prefix", async () => {
    const campaign = await startCampaign(rig, {
      contacts: [
        { phone_number: "+9779812345678", name: "In Kathmandu" },
        { phone_number: "+80012345678", name: "Nowhere" },
      ],
      campaign: {
        schedule_config: { enabled: true, timezone: "America/New_York", slots: slotsFrom("Asia/Kathmandu", 0) },
      },
    });
    const [contact, nowhere] = await campaign.contacts();
    expect([contact?.timezone, nowhere?.timezone]).toEqual(["Asia/Katmandu", ""]);
    const { runUuids } = await campaign.claim(10);
    expect((await Promise.all(runUuids.map(campaign.run))).map((run) => run?.called_number)).toEqual([
      "+9779812345678",
    ]);
  });

  it("does not deadlock with a settlement when the campaign fails because it has no agent", async () => {
    // No hour is open in all zones of a toll-free number: the claim has counted its contact out before it finds no agent.
    const schedule_config = { enabled: true, timezone: "UTC", slots: slotsFrom("UTC", 0) };
    const campaign = await startCampaign(rig, {
      contacts: [...inZones(["UTC"]), { phone_number: ANYWHERE_IN_AMERICA, name: "Toll-free" }],
      campaign: { schedule_config },
    });
    await rig.test.everything
      .updateTable("agents")
      .set({ status: "archived" })
      .where("id", "=", campaign.agentId)
      .execute();
    // A settlement locks the campaign, then its figures.
    const claiming = await campaign.inOrganization(async (tx) => {
      await tx.selectFrom("campaigns").select("id").where("id", "=", campaign.campaignId).forNoKeyUpdate().execute();
      const claim = campaign.claim(3);
      await waitUntil("the claim waits for the campaign", () => somebodyWaitsFor("campaigns"));
      await changeFigures(tx, campaign.campaignId, {});
      return { claim };
    });
    expect(await claiming.claim).toMatchObject({ runUuids: [], state: "failed" });
    await expectFiguresToHold(campaign, { in_flight: 0 });
  });

  it("a closed calling window keeps every call back until it opens", async () => {
    const schedule_config = { enabled: true, timezone: "UTC", slots: slotsFrom("UTC", 6) };
    const campaign = await startCampaign(rig, { contacts: inZones(["UTC"]), campaign: { schedule_config } });
    const { runUuids, nextDueAtMs, waitingUntilMs } = await campaign.claim(10);
    expect(runUuids).toEqual([]);
    expect(waitingUntilMs).toBe(nextDueAtMs);
    expect(new Date(nextDueAtMs ?? 0).getUTCMinutes()).toBe(0);
    expect(((nextDueAtMs ?? 0) - Date.now()) / 3_600_000).toBeGreaterThan(4);
  });

  it("a calling window that closed between claim and call gives the contact back until it opens", async () => {
    const campaign = await startCampaign(rig, { contacts: inZones(["UTC"]) });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    const schedule_config = { enabled: true, timezone: "UTC", slots: slotsFrom("UTC", 6) };
    await rig.test.everything
      .updateTable("campaigns")
      .set({ schedule_config })
      .where("id", "=", campaign.campaignId)
      .execute();
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    const [contact] = await campaign.contacts();
    expect(contact?.state).toBe("pending");
    expect(contact?.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 3 * 3_600_000);
    expect(await campaign.requests()).toEqual([]);
  });

  it("a calling window that was changed so that it never opens ends waiting retries as well", async () => {
    const campaign = await startCampaign(rig, {
      contacts: [ANYWHERE_IN_AMERICA, "+18005550199"].map((phone_number) => ({ phone_number, name: "Toll-free" })),
    });
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({
        state: "waiting_retry",
        attempts: 1,
        retries: 1,
        dialled: true,
        next_attempt_at: new Date(Date.now() + 60_000),
      })
      .where("id", "=", (await campaign.contacts())[0]?.id ?? 0)
      .execute();
    await rig.test.everything
      .updateTable("campaign_figures")
      .set({ waiting_retry: 1, attempts: 1, dialled: 1 })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    const schedule_config = { enabled: true, timezone: "UTC", slots: slotsFrom("UTC", 0) };
    await rig.test.everything
      .updateTable("campaigns")
      .set({ schedule_config })
      .where("id", "=", campaign.campaignId)
      .execute();
    const { figures, nextDueAtMs } = await campaign.claim(10);
    expect(nextDueAtMs).toBeNull();
    expect(figures.remaining).toBe(0);
    expect((await campaign.contacts()).map(({ state }) => state)).toEqual(["finished", "suppressed"]);
    await expectFiguresToHold(campaign, { finished: 1, unreached: 1, suppressed: 1, waiting_retry: 0 });
  });
});

describe("a contact for whom the calling window never opens", () => {
  it("is left as it is while the campaign does not run, and suppressed once it is resumed", async () => {
    const schedule_config = { enabled: true, timezone: "UTC", slots: slotsFrom("UTC", 0) };
    const campaign = await startCampaign(rig, {
      contacts: [{ phone_number: ANYWHERE_IN_AMERICA, name: "Toll-free" }],
      campaign: { schedule_config },
    });
    const stateAfterClaim = async () => {
      await campaign.claim(10);
      return (await campaign.contacts())[0]?.state;
    };
    await campaign.command("pause");
    expect(await stateAfterClaim()).toBe("pending");
    await campaign.command("resume");
    expect(await stateAfterClaim()).toBe("suppressed");
  });
});

describe("a claim over several zones", () => {
  const PEOPLE = ["Asia/Tokyo", "Africa/Nairobi", "UTC", "Asia/Tokyo", "Africa/Nairobi", "UTC"];

  it("takes no more in all than was asked for", async () => {
    const campaign = await startCampaign(rig, { contacts: inZones(PEOPLE) });
    expect((await campaign.claim(3)).runUuids).toHaveLength(3);
    expect((await campaign.claim(1)).runUuids).toHaveLength(1);
    await expectFiguresToHold(campaign, { in_flight: 4 });
    expect((await campaign.claim(10)).runUuids).toHaveLength(2);
  });
});

describe("a run that is claimed", () => {
  it("numbers attempts by the calls that were made, not by the retries", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const [contact] = await campaign.contacts();
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({ attempts: 3, retries: 1, state: "waiting_retry" })
      .where("id", "=", contact?.id ?? 0)
      .execute();
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    expect(await campaign.run(runUuid)).toMatchObject({
      attempt: 4,
      name: `campaign-${campaign.campaignId}-contact-${contact?.id}-attempt-4`,
    });
  });

  it("has of its campaign and its contact what a call needs", async () => {
    const contacts = [{ phone_number: "+14155550142", name: "Ada", attributes: { plan: "gold" } }];
    const campaign = await startCampaign(rig, { contacts, campaign: { environment: "sandbox" } });
    const [runUuid = ""] = (await campaign.claim(1, "00000000-0000-4000-8000-00000000000a")).runUuids;
    const [contact] = await campaign.contacts();
    expect(await campaign.run(runUuid)).toMatchObject({
      organization_id: campaign.organizationId,
      agent_id: campaign.agentId,
      agent_version_id: campaign.versionId,
      campaign_id: campaign.campaignId,
      campaign_contact_id: contact?.id,
      contact_id: contact?.contact_id,
      mode: "telephony",
      environment: "sandbox",
      attempt: 1,
      state: "queued",
      telephony_configuration_id: campaign.tenant.simulatorAccountId,
      called_number: "+14155550142",
      initial_context: { plan: "gold", name: "Ada", phone_number: "+14155550142" },
      claim_token: "00000000-0000-4000-8000-00000000000a",
      shard_id: campaign.shardId,
    });
  });
});

describe("a campaign's concurrency", () => {
  const concurrencyOf = async (options: Parameters<typeof startCampaign>[1]) => {
    const campaign = await startCampaign(rig, options);
    return (await campaign.inOrganization((tx) => readCampaign(tx, campaign))).maxConcurrency;
  };

  it("is the tightest of its own limit, its account's and its organization's", async () => {
    expect(await concurrencyOf({ concurrentCallLimit: 30 })).toBe(30);
    expect(await concurrencyOf({ concurrentCallLimit: 30, account: { concurrent_call_limit: 9 } })).toBe(9);
    expect(await concurrencyOf({ concurrentCallLimit: 30, campaign: { max_concurrency: 4 } })).toBe(4);
    expect(await concurrencyOf({ concurrentCallLimit: 5000 })).toBe(1000);
  });
});
