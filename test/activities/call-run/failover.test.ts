import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { DateTime } from "luxon";
import { placeCall } from "../../../activities/call-run/place-call.ts";
import { readContactOutlook } from "../../../application/call/call-outlook.ts";
import { findAskedContact } from "../../../application/call/find-asked-contact.ts";
import type { Follower } from "../../../domain/call/account-failover-and-route.rules.ts";
import { sealCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { createRunRow } from "../../factories/calls.ts";
import { someContacts } from "../../factories/campaigns.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
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

/** Some zone in which it is between nine and eight in the evening: in one of them it always is. */
const zoneInCallingHours = (): string =>
  ["UTC", "America/New_York", "Asia/Kolkata", "Australia/Sydney"].find((zone) => {
    const { hour } = DateTime.now().setZone(zone);
    return hour >= 9 && hour < 20;
  }) ?? "UTC";

const DEAD = { misbehaviours: { server_error: 1 } };

/** A campaign whose account another one follows; both dial by the simulator, each under a label of its own. */
const startFollowed = async (
  contacts: number,
  { countries = null, ...account }: { countries?: string[] | null; route?: "default" | "cheapest" } = {},
) => {
  // Everybody may be called, at whatever hour the test runs: carriers that reach people keep to calling hours.
  const timezone = zoneInCallingHours();
  const people = someContacts(contacts).map((contact) => ({ ...contact, timezone }));
  const campaign = await startCampaign(rig, { contacts: people, account: { ...account } });
  const { organizationId } = campaign;
  const label = `follower-of-${organizationId}`;
  const { id: followerId } = await rig.test.everything
    .insertInto("telephony_configurations")
    .values({
      organization_id: organizationId,
      name: "Second",
      provider: "simulator",
      ...sealCredentials({ account: label }, { organizationId, secrets: testSecrets }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await follow(campaign, [{ telephony_configuration_id: followerId, countries }]);
  const ownId = campaign.tenant.simulatorAccountId;
  const claimAndPlace = async (runs: number, atOnce = 1) => {
    const { runUuids } = await campaign.claim(runs);
    return inParallel(runUuids, { atOnce, work: (uuid) => campaign.place(uuid) });
  };
  return {
    ...campaign,
    followerId,
    ownId,
    claimAndPlace,
    kindsOf: async (runs: number) => (await claimAndPlace(runs)).map(({ kind }) => kind),
    die: () => campaign.writeScript({ defaults: DEAD }),
    revive: () => campaign.writeScript({}),
    ofFollower: () => rig.simulator.record(`?account=${label}`),
    followerDies: () => rig.simulator.writeScript({ speed: 1000, defaults: DEAD }, `?account=${label}`),
    /** As if the time for which it is out had passed. */
    endTimeOut: (id: number) =>
      rig.test.everything
        .updateTable("telephony_paces")
        .set({ out_until: sql<Date>`now() - interval '1 second'` })
        .where("telephony_configuration_id", "=", id)
        .execute(),
    standing: (id: number) =>
      rig.test.everything
        .selectFrom("telephony_paces")
        .select(["failures_in_row", "out_for_seconds"])
        .select(sql<boolean>`out_until is not null`.as("is_out"))
        .where("telephony_configuration_id", "=", id)
        .executeTakeFirst(),
    events: async () => {
      const told = await rig.test.everything
        .selectFrom("timeline_events")
        .select(sql<string | null>`payload ->> 'event'`.as("event"))
        .where("organization_id", "=", organizationId)
        .where("kind", "=", "system")
        .orderBy("id")
        .execute();
      return told.map(({ event }) => event).filter((event) => event?.startsWith("account_"));
    },
  };
};

const follow = (campaign: StartedCampaign, failover: Follower[]) =>
  rig.test.everything
    .updateTable("telephony_configurations")
    .set({ failover: sql`${JSON.stringify(failover)}::jsonb` })
    .where("id", "=", campaign.tenant.simulatorAccountId)
    .execute();

const answersOf = (requests: readonly { answer: string }[]) => requests.map(({ answer }) => answer);

describe("an account that fails", () => {
  it("is asked three times; whoever comes next is called by the account that follows it, and nobody is asked for twice", async () => {
    const campaign = await startFollowed(8);
    await campaign.die();
    const kinds = await campaign.kindsOf(8);
    expect(kinds).toEqual([...Array(3).fill("unknown"), ...Array(5).fill("accepted")]);
    const asked = [...(await campaign.requests()), ...(await campaign.ofFollower())];
    expect(new Set(asked.map(({ to }) => to)).size).toBe(asked.length);
    expect(await campaign.ofFollower()).toHaveLength(5);
    expect(await campaign.standing(campaign.ownId)).toEqual({ failures_in_row: 3, out_for_seconds: 30, is_out: true });
    expect(await campaign.events()).toEqual(["account_out"]);
    const runs = await rig.test.everything
      .selectFrom("call_runs")
      .select(["telephony_configuration_id as account", "provider"])
      .where("campaign_id", "=", campaign.campaignId)
      .orderBy("id")
      .execute();
    expect(runs.map(({ account }) => account)).toEqual([
      ...Array(3).fill(campaign.ownId),
      ...Array(5).fill(campaign.followerId),
    ]);
  });

  it("is tried again by one call, which brings it back, and is out for longer where it does not", async () => {
    const campaign = await startFollowed(20);
    await campaign.die();
    await campaign.claimAndPlace(3);
    await campaign.endTimeOut(campaign.ownId);
    const before = (await campaign.requests()).length;
    const kinds = (await campaign.claimAndPlace(5, 5)).map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([...Array(4).fill("accepted"), "unknown"]);
    expect(await campaign.requests()).toHaveLength(before + 1);
    expect(await campaign.standing(campaign.ownId)).toMatchObject({ failures_in_row: 4, out_for_seconds: 60 });
    await campaign.revive();
    await campaign.endTimeOut(campaign.ownId);
    const ofFollower = (await campaign.ofFollower()).length;
    expect(await campaign.kindsOf(4)).toEqual(Array(4).fill("accepted"));
    expect(await campaign.ofFollower()).toHaveLength(ofFollower);
    expect(await campaign.standing(campaign.ownId)).toEqual({
      failures_in_row: 0,
      out_for_seconds: null,
      is_out: false,
    });
    expect(await campaign.events()).toEqual(["account_out", "account_back"]);
  });

  it("keeps the campaign running where its carrier refuses the account, and the contact is called by the next one", async () => {
    const campaign = await startFollowed(2);
    await campaign.suspendAccount();
    expect(await campaign.kindsOf(1)).toEqual(["released"]);
    expect(await campaign.row()).toMatchObject({ state: "running" });
    expect(await campaign.kindsOf(2)).toEqual(["accepted", "accepted"]);
    expect(answersOf(await campaign.ofFollower())).toEqual(["accepted", "accepted"]);
    expect((await campaign.contacts()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  it("is left at once where it is set aside, also in what is said about the next call", async () => {
    const campaign = await startFollowed(2);
    const outlook = async () => {
      const [first] = await campaign.contacts();
      return campaign.inOrganization(async (tx) => {
        const row = await campaign.row();
        const contact = await findAskedContact(tx, { campaign: row, contactId: first?.contact_id ?? 0 });
        if (!contact) throw new Error("the contact is gone");
        return (await readContactOutlook(rig.deps, tx, { campaign: row, contact })).facts.obstacle;
      });
    };
    await rig.test.everything
      .updateTable("telephony_configurations")
      .set({ inactive_since: new Date(), inactive_reason: "No credit" })
      .where("id", "=", campaign.ownId)
      .execute();
    expect(await outlook()).toBeNull();
    expect(await campaign.kindsOf(1)).toEqual(["accepted"]);
    expect(await campaign.requests()).toEqual([]);
    await follow(campaign, []);
    expect(await outlook()).toContain("No credit");
  });

  it("gives its contacts to the next one at once where its carrier asks to be left alone for long", async () => {
    const campaign = await startFollowed(2);
    await campaign.writeScript({ defaults: { misbehaviours: { throttled: 1, retry_after_seconds: 45 } } });
    expect(await campaign.kindsOf(1)).toEqual(["released"]);
    expect(await campaign.kindsOf(2)).toEqual(["accepted", "accepted"]);
    expect(await campaign.standing(campaign.ownId)).toMatchObject({ failures_in_row: 0, out_for_seconds: 45 });
  });

  it("is asked all the same where the one that follows it fails as well, or takes other countries only", async () => {
    const both = await startFollowed(8);
    await both.die();
    await both.followerDies();
    await both.claimAndPlace(8);
    expect(await both.requests()).toHaveLength(5);
    expect(await both.ofFollower()).toHaveLength(3);
    const elsewhere = await startFollowed(5, { countries: ["DE"] });
    await elsewhere.die();
    await elsewhere.claimAndPlace(5);
    expect(await elsewhere.requests()).toHaveLength(5);
    expect(await elsewhere.ofFollower()).toEqual([]);
  });

  it("fails for a call that shows a number of its own, which no other account may show", async () => {
    const campaign = await startFollowed(3);
    const shown = "+14155550150";
    const number = { organization_id: campaign.organizationId, address: shown, address_normalized: shown };
    const addNumber = (accountId: number) =>
      rig.test.everything
        .insertInto("phone_numbers")
        .values({ ...number, telephony_configuration_id: accountId, address_type: "pstn" })
        .execute();
    await addNumber(campaign.ownId);
    await campaign.die();
    await campaign.claimAndPlace(3);
    const place = async (called_number: string) => {
      const { uuid } = await createRunRow(rig.test, campaign, {
        called_number,
        caller_number: shown,
        telephony_configuration_id: campaign.ownId,
      });
      return (await campaign.place(uuid)).kind;
    };
    expect(await place("+14155550191")).toBe("unknown");
    expect(await campaign.ofFollower()).toEqual([]);
  });
});

describe("an account that follows and cannot carry a call", () => {
  it("leaves it with the account that fails, and the campaign runs on", async () => {
    const campaign = await startFollowed(4);
    await campaign.die();
    await campaign.claimAndPlace(3);
    // Nobody has set models that speak, and a trunk has no voice of its own.
    const simulator = rig.deps.carriers.get("simulator");
    const trunk = {
      ...simulator,
      description: { ...simulator.description, provider: "sip", speaksThrough: "media" as const },
    };
    await rig.test.everything
      .updateTable("telephony_configurations")
      .set({ provider: "sip" })
      .where("id", "=", campaign.followerId)
      .execute();
    const carriers = { ...rig.deps.carriers, get: (provider: string) => (provider === "sip" ? trunk : simulator) };
    const [uuid = ""] = (await campaign.claim(1)).runUuids;
    expect(await placeCall({ ...rig.deps, carriers }, campaign.input(uuid))).toMatchObject({ kind: "unknown" });
    expect(await campaign.row()).toMatchObject({ state: "running" });
    expect(await campaign.requests()).toHaveLength(4);
    expect(await campaign.ofFollower()).toEqual([]);
  });
});

describe("calls at a time while an account dies", () => {
  it("are each asked for once, and all are called within the failures that it takes to see it", async () => {
    const campaign = await startFollowed(40);
    await campaign.die();
    const placed = await campaign.claimAndPlace(40, 8);
    const asked = [...(await campaign.requests()), ...(await campaign.ofFollower())].map(({ to }) => to);
    expect(asked).toHaveLength(40);
    expect(new Set(asked).size).toBe(40);
    // Those that were under way as the third failure was seen.
    expect(placed.filter(({ kind }) => kind === "unknown").length).toBeLessThanOrEqual(3 + 8);
  });
});

describe("the cheapest account", () => {
  it("takes each call, by the listed price to its number", async () => {
    const campaign = await startFollowed(2, { route: "cheapest" });
    const simulator = rig.deps.carriers.get("simulator");
    const dear = { ...simulator, description: { ...simulator.description, provider: "twilio" } };
    await rig.test.everything
      .updateTable("telephony_configurations")
      .set({ provider: "twilio" })
      .where("id", "=", campaign.ownId)
      .execute();
    const carriers = { ...rig.deps.carriers, get: (provider: string) => (provider === "twilio" ? dear : simulator) };
    const priced = (per_minute_minor: number) => ({
      currency: "USD",
      per_minute_minor,
      billed_every_seconds: 60,
      destinations: {},
    });
    const placeWith = async (twilio: number) => {
      const prices = createPriceTable({ twilio: priced(twilio), simulator: priced(3) });
      const [uuid = ""] = (await campaign.claim(1)).runUuids;
      return placeCall({ ...rig.deps, carriers, prices }, campaign.input(uuid));
    };
    expect(await placeWith(4)).toMatchObject({ kind: "accepted" });
    expect(await campaign.ofFollower()).toHaveLength(1);
    expect(await placeWith(2)).toMatchObject({ kind: "accepted" });
    expect(await campaign.ofFollower()).toHaveLength(1);
  });
});
