import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { placeCall } from "../../../activities/call-run/place-call.ts";
import { settleCall } from "../../../activities/call-run/settle-call.ts";
import { applyCommand } from "../../../activities/campaign/apply-command.ts";
import { queueForAdmission } from "../../../infra/postgres/call/admission.repository.ts";
import { recordConsents } from "../../../infra/postgres/contact/consent.repository.ts";
import { addToDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { buildCampaignLockKey, withSharedLocks } from "../../../infra/postgres/locks.ts";
import type { Carrier } from "../../../infra/telephony/carrier.ts";
import type { CarrierRegistry } from "../../../infra/telephony/carrier-registry.ts";
import { createRunRow } from "../../factories/calls.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { readMetric } from "../../harness/exposition.ts";
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

const claimOne = async (campaign: StartedCampaign): Promise<string> => {
  const [runUuid] = (await campaign.claim(1)).runUuids;
  if (!runUuid) throw new Error("nothing was claimed");
  return runUuid;
};

const accepted = { kind: "accepted", ringTimeoutSeconds: 30, timeLimitSeconds: 300 };

/** Creates a call outside campaigns, of the campaign's organization. */
const createOneOff = (campaign: StartedCampaign, number = "+14155550199", dial_by: Date | null = null) =>
  createRunRow(rig.test, campaign, {
    called_number: number,
    dial_by,
    telephony_configuration_id: campaign.tenant.simulatorAccountId,
  });

describe("one request", () => {
  it("is made for a run that is placed once, twice, or twice at a time", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    const [first = "", second = ""] = (await campaign.claim(2)).runUuids;
    expect(await campaign.place(first)).toEqual(accepted);
    expect(await campaign.place(first)).toEqual(accepted);
    const answers = await Promise.all([1, 2, 3, 4].map(() => campaign.place(second)));
    expect(answers).toContainEqual(accepted);
    expect(answers.every(({ kind }) => kind === "accepted" || kind === "unknown")).toBe(true);
    expect((await campaign.requests()).map(({ answer }) => answer)).toEqual(["accepted", "accepted"]);
    expect((await campaign.contacts()).map(({ attempts, dialled }) => ({ attempts, dialled }))).toEqual(
      Array(2).fill({ attempts: 1, dialled: true }),
    );
  });

  it("is not repeated when the process died after it may have been made", async () => {
    const campaign = await startCampaign(rig);
    const runUuid = await claimOne(campaign);
    await rig.test.everything
      .updateTable("call_runs")
      .set({ state: "dialing", carrier_requested_at: new Date() })
      .where("uuid", "=", runUuid)
      .execute();
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "unknown" });
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "unknown" });
    expect(await campaign.requests()).toEqual([]);
  });

  it("is not repeated when its answer was lost", async () => {
    const campaign = await startCampaign(rig);
    await campaign.writeScript({ defaults: { misbehaviours: { response_lost: 1, callback_lost: 1 } } });
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "unknown" });
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "unknown" });
    expect(await campaign.requests()).toHaveLength(1);
  });

  it("is not made for a run that is over", async () => {
    const campaign = await startCampaign(rig);
    const runUuid = await claimOne(campaign);
    await settleCall(rig.deps, {
      ...campaign.input(runUuid),
      end: { by: "decision", outcome: "canceled", reason: "x" },
    });
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "settled", outcome: "canceled", blocked: false });
    expect(await campaign.requests()).toEqual([]);
  });

  it("is not made when the connection that holds its locks was lost", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(30), account: { calls_per_second: 1 } });
    await campaign.place(await claimOne(campaign));
    // Each waits in place for its slot, a second after the one before. On a busy machine that second may have passed
    // already: then the carrier has been asked, and the next one is tried; at last there is none.
    for (let requests = 1; ; requests += 1) {
      const runUuid = await claimOne(campaign);
      const placing = campaign.place(runUuid);
      await endLockConnections(placing, runUuid);
      const placement = await placing;
      if (placement.kind === "accepted") continue;
      expect(placement).toMatchObject({ kind: "unknown" });
      return expect(await campaign.requests()).toHaveLength(requests);
    }
  });
});

/** Ends the connection that holds a run's locks once the run is admitted, as a restart of the server would. */
const endLockConnections = async (placing: Promise<unknown>, runUuid: string): Promise<void> => {
  let isPlaced = false;
  const noteEnd = () => {
    isPlaced = true;
  };
  placing.then(noteEnd, noteEnd);
  await waitUntil("the run is admitted", async () => {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database())
        and exists (select from call_runs where uuid = ${runUuid} and state = 'dialing')`.execute(rig.test.everything);
    return isPlaced || rows.some(({ ended }) => ended);
  });
};

const listNumber = (campaign: StartedCampaign, phoneNumber: string) =>
  campaign.inOrganization((tx) =>
    addToDoNotCall(tx, { organizationId: campaign.organizationId, phoneNumbers: [phoneNumber], source: "manual" }),
  );
const withdrawConsent = (campaign: StartedCampaign, phoneNumber: string) =>
  campaign.inOrganization((tx) =>
    recordConsents(tx, [phoneNumber], {
      organizationId: campaign.organizationId,
      status: "withdrawn",
      source: "letter",
      actor: "system",
    }),
  );

it("blocks a number of a kind that the preferences have switched off since the campaign began", async () => {
  const campaign = await startCampaign(rig, { contacts: [{ phone_number: "+4915123456789" }] });
  const runUuid = await claimOne(campaign);
  await rig.test.everything
    .updateTable("organizations")
    .set({ allowed_number_kinds: ["fixed_line"] })
    .where("id", "=", campaign.organizationId)
    .execute();
  const blocked = { kind: "settled", outcome: "blocked_number_kind", blocked: true };
  expect(await campaign.place(runUuid)).toMatchObject(blocked);
  expect(await campaign.requests()).toEqual([]);
  expect((await campaign.contacts())[0]).toMatchObject({ state: "suppressed", last_outcome: blocked.outcome });
  const { kept, counted } = await campaign.figures();
  expect(kept).toEqual(counted);
});

describe.each([
  {
    what: "the do-not-call list",
    add: listNumber,
    outcome: "blocked_dnc",
    says: "on the do-not-call list",
    way: "Remove the number from the do-not-call list once the person has asked to be called again",
  },
  {
    what: "a withdrawal of consent",
    add: withdrawConsent,
    outcome: "blocked_consent",
    says: "was withdrawn",
    way: "Record the person's consent with POST /consents once they have given it",
  },
])("$what", ({ add, outcome, says, way }) => {
  it("blocks a number that is on it, and suppresses its contact", async () => {
    const campaign = await startCampaign(rig);
    const runUuid = await claimOne(campaign);
    await add(campaign, (await campaign.run(runUuid))?.called_number ?? "");
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "settled", outcome, blocked: true });
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "settled", outcome, blocked: true });
    expect(await campaign.requests()).toEqual([]);
    expect((await campaign.contacts())[0]).toMatchObject({ state: "suppressed", last_outcome: outcome });
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
    const event = await rig.test.everything
      .selectFrom("timeline_events")
      .select("blocked")
      .where("organization_id", "=", campaign.organizationId)
      .where("kind", "=", "call_ended")
      .executeTakeFirst();
    expect(event?.blocked).toEqual({ reason: outcome, says: expect.stringContaining(says), ways: [way] });
  });

  it("is in force for every carrier request from the moment that its entry was acknowledged", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(60) });
    const { runUuids } = await campaign.claim(60);
    const acknowledgedAt = new Map<string, number>();
    await inParallel(runUuids, {
      atOnce: 6,
      work: async (runUuid) => {
        const number = (await campaign.run(runUuid))?.called_number ?? "";
        const adding = async () => {
          await add(campaign, number);
          acknowledgedAt.set(number, Date.now());
        };
        const place = () => campaign.place(runUuid);
        // One after another, so that both ends are seen, and at the same time, started in either order.
        switch (runUuids.indexOf(runUuid) % 4) {
          case 0:
            await adding().then(place);
            break;
          case 1:
            await place().then(adding);
            break;
          case 2:
            await Promise.all([adding(), place()]);
            break;
          default:
            await Promise.all([place(), adding()]);
        }
      },
    });
    const requests = await campaign.requests();
    for (const { to, received_at_ms } of requests) {
      expect(received_at_ms).toBeLessThanOrEqual(acknowledgedAt.get(to ?? "") ?? 0);
    }
    const blocked = (await campaign.contacts()).filter(({ last_outcome }) => last_outcome === outcome);
    expect(blocked.length + requests.length).toBe(60);
    expect(blocked.length).toBeGreaterThan(0);
    expect(requests.length).toBeGreaterThan(0);
  });
});

describe("a pause", () => {
  it("lets no request follow its answer, and gives back the contacts that were not dialled", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(40) });
    const { runUuids } = await campaign.claim(40);
    let pausedAtMs = Number.POSITIVE_INFINITY;
    let placed = 0;
    const pause = async () => {
      await campaign.command("pause");
      pausedAtMs = Date.now();
    };
    let pausing: Promise<void> | undefined;
    const answers = await inParallel(runUuids, {
      atOnce: 8,
      work: (runUuid) => {
        placed += 1;
        if (placed === 12) pausing = pause();
        return campaign.place(runUuid);
      },
    });
    await pausing;
    const requests = await campaign.requests();
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThan(40);
    for (const { received_at_ms } of requests) expect(received_at_ms).toBeLessThanOrEqual(pausedAtMs);
    expect(answers.filter(({ kind }) => kind === "released")).toHaveLength(40 - requests.length);
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ in_flight: requests.length });
  });

  it("turns back a call that waits for its admission, and is answered when it has", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const runUuid = await claimOne(campaign);
    let isAnswered = false;
    const { placing, pausing } = await campaign.inOrganization(async (tx) => {
      await queueForAdmission(tx, { organization_id: campaign.organizationId });
      const placing = campaign.place(runUuid);
      await waitUntil("the call waits for its admission", async () => (await lockWaits()) === 1);
      const pausing = campaign.command("pause").finally(() => {
        isAnswered = true;
      });
      await waitUntil("the pause waits for the call", async () => isAnswered || (await lockWaits()) === 2);
      expect([isAnswered, (await campaign.row()).state]).toEqual([false, "paused"]);
      return { placing, pausing };
    });
    expect(await placing).toEqual({ kind: "released" });
    expect(await pausing).toMatchObject({ state: "paused", changed: true });
    expect(await campaign.requests()).toEqual([]);
  });

  it("leaves the wait to a sender who waits himself", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const address = { organizationId: campaign.organizationId, campaignId: campaign.campaignId };
    const applied = await withSharedLocks(rig.deps.lockPool, [buildCampaignLockKey(campaign.campaignId)], () =>
      applyCommand(rig.deps, {
        ...address,
        command: "pause",
        actor: "user:1",
        commandKey: randomUUID(),
        senderAwaitsHandOvers: true,
      }),
    );
    expect(applied).toMatchObject({ state: "paused", changed: true });
  });

  it("is answered at once while claims, calls and ends are under way, and none of them deadlock", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(60) });
    const worker = async () => {
      for (let round = 0; round < 8; round += 1) {
        const { runUuids } = await campaign.claim(2);
        for (const runUuid of runUuids) {
          if ((await campaign.place(runUuid)).kind === "accepted") await campaign.end(runUuid, "busy");
        }
      }
    };
    const operator = async () => {
      for (let round = 0; round < 12; round += 1) {
        await campaign.command("pause");
        await campaign.command("resume");
      }
    };
    const before = await deadlocks();
    await Promise.all([worker(), worker(), worker(), operator()]);
    expect(await deadlocks()).toBe(before);
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
  });
});

/** How many wait for an advisory lock. */
const lockWaits = async (): Promise<number> => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(rig.test.everything);
  return rows.length;
};

const deadlocks = async (): Promise<number> => {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(rig.test.everything);
  return rows[0]?.deadlocks ?? -1;
};

describe("an obstacle", () => {
  it("an obstacle of a campaign fails it and gives the contact back", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(2) });
    const runUuid = await claimOne(campaign);
    await rig.test.everything
      .updateTable("agents")
      .set({ status: "archived" })
      .where("id", "=", campaign.agentId)
      .execute();
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.row()).toMatchObject({
      state: "failed",
      failure_reason: expect.stringContaining("archived"),
    });
    expect((await campaign.contacts()).map(({ state }) => state)).toEqual(["pending", "pending"]);
    expect(await campaign.run(runUuid)).toBeUndefined();
    expect(await campaign.requests()).toEqual([]);
  });

  it("is also an account that is gone", async () => {
    const campaign = await startCampaign(rig);
    const runUuid = await claimOne(campaign);
    await rig.test.everything
      .deleteFrom("telephony_configurations")
      .where("id", "=", campaign.tenant.simulatorAccountId)
      .execute();
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.row()).toMatchObject({
      state: "failed",
      failure_reason: expect.stringContaining("was deleted"),
    });
  });

  it("is also an account that the carrier refuses: no attempt, and the contact is dialled once it is repaired", async () => {
    const campaign = await startCampaign(rig, { maxAttemptsPerDay: 1 });
    await campaign.suspendAccount();
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.row()).toMatchObject({ state: "failed" });
    expect((await campaign.contacts())[0]).toMatchObject({ state: "pending", attempts: 0, dialled: false });
    await campaign.writeScript({});
    await campaign.command("resume");
    expect(await campaign.place(await claimOne(campaign))).toEqual(accepted);
    expect((await campaign.requests()).map(({ answer }) => answer)).toEqual(["suspended", "accepted"]);
  });

  it("is an account that was set aside, because its carrier, asked after a refusal, refuses it too", async () => {
    const campaign = await startCampaign(rig, {
      account: { provider: "twilio", name: "Main" },
      contacts: someContacts(2),
    });
    await campaign.suspendAccount();
    const accountId = campaign.tenant.simulatorAccountId;
    const account = async () => {
      const { inactive_since, inactive_reason } = await rig.test.everything
        .selectFrom("telephony_configurations")
        .select(["inactive_since", "inactive_reason"])
        .where("id", "=", accountId)
        .executeTakeFirstOrThrow();
      return { isAside: inactive_since !== null, reason: inactive_reason };
    };
    const placeOneOff = async (check: Awaited<ReturnType<Carrier["checkAccount"]>>) => {
      const { uuid } = await createOneOff(campaign);
      return placeCall({ ...rig.deps, carriers: twilioThatSays(check) }, campaign.input(uuid));
    };
    const works = { isAside: false, reason: null };
    await placeOneOff({ reachable: true, ok: true, message: "The account is active." });
    expect(await account()).toEqual(works);
    await placeOneOff({ reachable: false, ok: false, message: "Twilio: HTTP 500" });
    expect(await account()).toEqual(works);
    const suspended = { reachable: true, ok: false, message: "The account is suspended." };
    await placeOneOff(suspended);
    expect(await account()).toEqual({ isAside: true, reason: "The account is suspended." });
    const asked = await campaign.requests();
    expect(asked.map(({ answer }) => answer)).toEqual(["suspended", "suspended", "suspended"]);
    const sentence = expect.stringMatching(
      /^Simulator refused this account, so it is set aside: The account is suspended\. /,
    );
    expect(await placeOneOff(suspended)).toMatchObject({ kind: "settled", outcome: "failed", sentence });
    expect(await campaign.requests()).toHaveLength(asked.length);
    const told = await rig.test.everything
      .selectFrom("timeline_events")
      .select(["summary", "payload"])
      .where("organization_id", "=", campaign.organizationId)
      .where("kind", "=", "system")
      .execute();
    expect(told).toEqual([
      {
        summary: "A carrier account was set aside: Main. The account is suspended.",
        payload: { event: "account_set_aside", telephony_configuration_id: accountId },
      },
    ]);
  });

  it("is asked about when the hand-over is over, for which a pause waits", async () => {
    const campaign = await startCampaign(rig, { account: { provider: "twilio", name: "Main" } });
    await campaign.suspendAccount();
    const { uuid } = await createOneOff(campaign);
    const countMeasured = () => readMetric(rig.deps.metrics, "ringdown_call_hand_over_duration_seconds_count");
    const before = await countMeasured();
    let measuredAtCheck = before;
    const carriers = twilioThatChecks(async () => {
      measuredAtCheck = await countMeasured();
      return { reachable: true, ok: true, message: "The account is active." };
    });
    await placeCall({ ...rig.deps, carriers }, campaign.input(uuid));
    expect(measuredAtCheck).toBe(before + 1);
  });

  /** A real carrier whose calls the simulator makes, and whose account is what the test says. */
  const twilioThatSays = (check: Awaited<ReturnType<Carrier["checkAccount"]>>): CarrierRegistry =>
    twilioThatChecks(async () => check);
  const twilioThatChecks = (checkAccount: Carrier["checkAccount"]): CarrierRegistry => {
    const simulator = rig.deps.carriers.get("simulator");
    const description = { ...simulator.description, provider: "twilio" };
    const twilio: Carrier = { ...simulator, description, checkAccount };
    return { ...rig.deps.carriers, get: () => twilio };
  };

  it("an obstacle of a call outside campaigns ends it with a sentence, the same for a repeated request", async () => {
    const campaign = await startCampaign(rig);
    await campaign.suspendAccount();
    const run = await createOneOff(campaign);
    const first = await campaign.place(run.uuid);
    expect(first).toMatchObject({
      kind: "settled",
      outcome: "failed",
      sentence: expect.stringContaining("refused the account"),
    });
    expect(await campaign.place(run.uuid)).toEqual(first);
    expect(await campaign.run(run.uuid)).toMatchObject({ state: "failed", outcome: "failed" });
  });
});

describe("a call outside campaigns", () => {
  it("is dialled until its time has passed, and not after", async () => {
    const campaign = await startCampaign(rig);
    const late = await createOneOff(campaign, "+14155550197", new Date(Date.now() - 1000));
    const intime = await createOneOff(campaign, "+14155550198", new Date(Date.now() + 60_000));
    const first = await campaign.place(late.uuid);
    expect(first).toMatchObject({ kind: "settled", outcome: "canceled", sentence: expect.stringContaining("in time") });
    expect(await campaign.place(late.uuid)).toEqual(first);
    expect(await campaign.run(late.uuid)).toMatchObject({ state: "canceled", end_reason: "not_in_time" });
    expect(await campaign.place(intime.uuid)).toMatchObject({ kind: "accepted" });
    expect((await campaign.requests()).map(({ to }) => to)).toEqual(["+14155550198"]);
  });
});

describe("the caller id of a call", () => {
  it("is a number of the account while it is dialled, not only when it was asked for", async () => {
    const campaign = await startCampaign(rig);
    const address = "+14155550150";
    const account = {
      organization_id: campaign.organizationId,
      telephony_configuration_id: campaign.tenant.simulatorAccountId,
    };
    await rig.test.everything
      .insertInto("phone_numbers")
      .values({ ...account, address, address_normalized: address, address_type: "pstn" })
      .execute();
    const [first, second] = [await createOneOff(campaign), await createOneOff(campaign, "+14155550198")];
    await rig.test.everything
      .updateTable("call_runs")
      .set({ caller_number: address })
      .where("id", "in", [first.id, second.id])
      .execute();
    expect(await campaign.place(first.uuid)).toMatchObject({ kind: "accepted" });
    await rig.test.everything
      .updateTable("phone_numbers")
      .set({ is_active: false })
      .where("address_normalized", "=", address)
      .execute();
    expect(await campaign.place(second.uuid)).toMatchObject({
      kind: "settled",
      outcome: "failed",
      sentence: expect.stringContaining("caller id"),
    });
    expect((await campaign.requests()).map(({ from, to }) => [from, to])).toEqual([[address, "+14155550199"]]);
  });
});

describe("a carrier that throttles", () => {
  it("has made no attempt: the contact goes back and is due when the carrier said", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1), maxAttemptsPerDay: 1 });
    await campaign.writeScript({
      defaults: {
        outcomes: ["answered"],
        misbehaviours: { throttled_times: 1, retry_after_seconds: 1, callback_lost: 1 },
      },
    });
    const runUuid = await claimOne(campaign);
    const beforeMs = Date.now();
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    expect(await campaign.place(runUuid)).toEqual({ kind: "released" });
    const [contact] = await campaign.contacts();
    expect(contact).toMatchObject({ state: "pending", attempts: 0, retries: 0, dialled: false });
    expect(contact?.next_attempt_at.getTime()).toBeGreaterThanOrEqual(beforeMs + 1000);
    const later = await waitForClaim(campaign);
    expect(await placeWhenFree(campaign, later)).toEqual(accepted);
    expect((await campaign.contacts())[0]).toMatchObject({ attempts: 1, dialled: true });
    expect((await campaign.requests()).map(({ answer }) => answer)).toEqual(["throttled", "accepted"]);
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
  });

  it("tells a call outside campaigns that there is no place, also when it asks again", async () => {
    const campaign = await startCampaign(rig);
    await campaign.writeScript({ defaults: { misbehaviours: { throttled_times: 5, retry_after_seconds: 3 } } });
    const run = await createOneOff(campaign);
    expect(await campaign.place(run.uuid)).toMatchObject({ kind: "wait", capacity: true, waitSeconds: 3 });
    expect(await campaign.place(run.uuid)).toMatchObject({ kind: "wait", capacity: true });
    expect(await campaign.requests()).toHaveLength(1);
    expect(await campaign.run(run.uuid)).toMatchObject({ state: "canceled", end_reason: "throttled" });
  });
});

const waitForClaim = async (campaign: StartedCampaign): Promise<string> => {
  return waitUntil("the contact is due again", async () => (await campaign.claim(1)).runUuids[0]);
};

const placeWhenFree = async (campaign: StartedCampaign, runUuid: string) => {
  return waitUntil("the pace lets it through", async () => {
    const placement = await campaign.place(runUuid);
    return placement.kind !== "wait" && placement;
  });
};

describe("a number that the carrier refuses", () => {
  it("is an end, written down once", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    await campaign.writeScript({ defaults: { outcomes: ["invalid_number"] } });
    const runUuid = await claimOne(campaign);
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "settled", outcome: "invalid_number", blocked: false });
    expect(await campaign.place(runUuid)).toMatchObject({ kind: "settled", outcome: "invalid_number", blocked: false });
    expect(await campaign.run(runUuid)).toMatchObject({ state: "failed", outcome: "invalid_number" });
    const { kept, counted } = await campaign.figures();
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ finished: 1, unreached: 1, in_flight: 0, attempts: 0 });
  });
});
