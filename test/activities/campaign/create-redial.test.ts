import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { createRedial } from "../../../activities/campaign/create-redial.ts";
import { takeSnapshot } from "../../../activities/campaign/take-snapshot.ts";
import { listRedialOutcomes } from "../../../domain/campaign/redial.rules.ts";
import { findCampaign } from "../../../infra/postgres/campaign/campaign.repository.ts";
import { countContactsByPrefix } from "../../../infra/postgres/campaign/campaign-snapshot.repository.ts";
import { plainSettings, someContacts } from "../../factories/campaigns.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type DiallingRig, type StartedCampaign, startCampaign, startDiallingRig } from "../dialling-rig.ts";

let rig: DiallingRig;

beforeAll(async () => {
  rig = await startDiallingRig();
});
afterAll(() => rig.close());

const now = new Date("2026-03-04T05:06:07Z");

/** Every setting is another one than a campaign has by itself. */
const SETTINGS = {
  environment: "sandbox" as const,
  retry_config: { ...plainSettings.retry_config, enabled: true, max_retries: 4, retry_delay_seconds: 77 },
  schedule_config: {
    enabled: true,
    timezone: "Asia/Tokyo",
    slots: [{ day_of_week: 2, start_time: "10:00", end_time: "11:00" }],
    holidays: ["2026-12-25"],
  },
  circuit_breaker: { enabled: true, failure_threshold: 0.25, window_seconds: 33, min_calls_in_window: 9 },
  budget: { total_minor: 5000, currency: "EUR" },
  caller_id_strategy: "rotate" as const,
  max_concurrency: 3,
  consent_attested_at: new Date("2026-01-02T03:04:05Z"),
};

/** A campaign that is over, and whose contacts were last seen so. */
const startCompleted = async (...outcomes: string[]) => {
  const campaign = await startCampaign(rig, { contacts: someContacts(3) });
  const contacts = await campaign.contacts();
  for (const [at, last_outcome] of (outcomes.length > 0 ? outcomes : ["busy"]).entries())
    await rig.test.everything
      .updateTable("campaign_contacts")
      .set({ state: "finished", last_outcome })
      .where("id", "=", contacts[at]?.id ?? 0)
      .execute();
  await rig.test.everything
    .updateTable("campaigns")
    .set({
      ...SETTINGS,
      state: "completed",
      consent_attested_by: campaign.tenant.admin.userId,
      created_by: campaign.tenant.admin.userId,
      completed_at: new Date(),
    })
    .where("id", "=", campaign.campaignId)
    .execute();
  return campaign;
};

const redial = (campaign: StartedCampaign, command: object = {}, requestId: string = randomUUID()) =>
  campaign.inOrganization((tx) =>
    createRedial(tx, {
      organizationId: campaign.organizationId,
      campaignId: campaign.campaignId,
      actor: "user:1",
      requestId,
      command: { outcomes: ["no_answer", "busy"], start: false, ...command },
      now,
    }),
  );

const rowOf = (id: number) =>
  rig.test.everything.selectFrom("campaigns").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const snapshotOf = async (campaign: StartedCampaign, campaignId: number) => {
  await rig.test.everything.updateTable("campaigns").set({ state: "running" }).where("id", "=", campaignId).execute();
  await campaign.inOrganization((tx) =>
    takeSnapshot(tx, { organizationId: campaign.organizationId, campaignId }, new Date()),
  );
  return rig.test.everything
    .selectFrom("campaign_contacts")
    .select(["phone_number", "name", "timezone", "contact_id", "state", "attempts", "retries", "last_outcome"])
    .where("campaign_id", "=", campaignId)
    .orderBy("id")
    .execute();
};

describe("a redial", () => {
  it("has everything of its parent but its own name, its beginning and its contacts", async () => {
    const campaign = await startCompleted();
    const requestId = randomUUID();
    const { redialedCampaignId } = await redial(campaign, {}, requestId);
    const [parent, child] = [await campaign.row(), await rowOf(redialedCampaignId)];
    expect(child).toEqual({
      ...parent,
      id: redialedCampaignId,
      name: "Spring (redial)",
      state: "draft",
      parent_campaign_id: parent.id,
      redial_outcomes: ["no_answer", "busy"],
      redial_request_id: requestId,
      created_at: now,
      request_uuid: null,
      started_at: null,
      completed_at: null,
      snapshot_at: null,
      breaker_reset_at: null,
      contact_timezones: [],
    });
  });

  it("takes the name and the retries that were asked for", async () => {
    const campaign = await startCompleted();
    const retryConfig = { ...plainSettings.retry_config, max_retries: 1 };
    const { redialedCampaignId } = await redial(campaign, { name: "Second try", retryConfig });
    expect(await rowOf(redialedCampaignId)).toMatchObject({ name: "Second try", retry_config: retryConfig });
  });

  it("is made once: its repeat finds it, another one is refused", async () => {
    const campaign = await startCompleted();
    const requestId = randomUUID();
    const first = await redial(campaign, {}, requestId);
    expect(await redial(campaign, {}, requestId)).toEqual(first);
    await expect(redial(campaign)).rejects.toThrow(
      `The campaign was redialled already, as campaign ${first.redialedCampaignId}`,
    );
    const children = await rig.test.everything
      .selectFrom("campaigns")
      .select("id")
      .where("parent_campaign_id", "=", campaign.campaignId)
      .execute();
    expect(children).toHaveLength(1);
  });

  it("is refused while its parent runs", async () => {
    const campaign = await startCampaign(rig);
    await expect(redial(campaign)).rejects.toThrow("A running campaign cannot be redialled");
  });

  it("is refused for a campaign that is gone", async () => {
    const campaign = await startCompleted();
    await expect(redial({ ...campaign, campaignId: 0 })).rejects.toThrow("Campaign not found");
  });

  it("leaves a contact to a back-fill of its parent that is being made at the same moment", async () => {
    const campaign = await startCompleted("busy", "busy");
    const [first] = await campaign.contacts();
    const fill = await startCampaign(rig, {
      tenant: campaign.tenant,
      contacts: [{ phone_number: first?.phone_number ?? "" }],
    });
    const { redialedCampaignId } = await redial(campaign);
    const snapshot = await rig.test.everything.transaction().execute(async (other) => {
      await sql`select from campaigns where id = ${campaign.campaignId} for no key update`.execute(other);
      const taken = snapshotOf(campaign, redialedCampaignId);
      await waitUntil("the snapshot waits for the back-fill", async () => {
        const { rows } = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          rig.test.everything,
        );
        return rows.length === 1;
      });
      await sql`update campaigns set back_fills_campaign_id = ${campaign.campaignId} where id = ${fill.campaignId}`.execute(
        other,
      );
      return { taken };
    });
    const taken = await snapshot.taken;
    expect(taken).toHaveLength(1);
    expect(taken[0]?.phone_number).not.toBe(first?.phone_number);
  });

  it("is refused while a call is not over, and then calls whom that did not reach", async () => {
    const campaign = await startCampaign(rig, { contacts: someContacts(1) });
    const [runUuid = ""] = (await campaign.claim(1)).runUuids;
    await campaign.place(runUuid);
    await rig.test.everything
      .updateTable("campaigns")
      .set({ state: "canceled" })
      .where("id", "=", campaign.campaignId)
      .execute();
    await expect(redial(campaign)).rejects.toThrow("A call of the campaign is not over");
    await campaign.end(runUuid, "busy");
    const { redialedCampaignId } = await redial(campaign);
    expect(await snapshotOf(campaign, redialedCampaignId)).toMatchObject([{ state: "pending" }]);
  });

  it("asks the contacts who is on the phone, because figures of an old restore may be too high", async () => {
    const campaign = await startCompleted();
    await rig.test.everything
      .updateTable("campaign_figures")
      .set({ in_flight: 1 })
      .where("campaign_id", "=", campaign.campaignId)
      .execute();
    expect(await redial(campaign)).toEqual({ redialedCampaignId: expect.any(Number) });
  });

  it("after an outage calls whom the carrier failed, whose end is unknown and who was canceled", async () => {
    const campaign = await startCompleted("failed", "unknown", "canceled");
    const { redialedCampaignId } = await redial(campaign, { outcomes: listRedialOutcomes(["failed"]) });
    expect(await snapshotOf(campaign, redialedCampaignId)).toMatchObject(Array(3).fill({ state: "pending" }));
  });

  it("a redial that would call nobody is refused and not spent", async () => {
    const campaign = await startCompleted("failed", "failed", "answered");
    await expect(redial(campaign)).rejects.toThrow(/would call nobody: no contact's latest outcome is one of/);
    expect(await redial(campaign, { outcomes: listRedialOutcomes() })).toEqual({
      redialedCampaignId: expect.any(Number),
    });
  });

  it("a redial of people who all asked not to be called is refused and not spent", async () => {
    const campaign = await startCompleted("busy", "busy", "answered");
    const contacts = await campaign.contacts();
    const listed = contacts.slice(0, 2).map(({ phone_number }) => ({
      organization_id: campaign.organizationId,
      phone_number,
      source: "api" as const,
    }));
    await rig.test.everything.insertInto("do_not_call").values(listed).execute();
    await expect(redial(campaign)).rejects.toThrow(/all 2 contacts .* are on the do-not-call list/);
    await rig.test.everything
      .deleteFrom("do_not_call")
      .where("phone_number", "=", listed[0]?.phone_number ?? "")
      .execute();
    await redial(campaign);
  });

  it("calls those with the outcomes asked for, as they were, also where the contact was deleted since", async () => {
    const campaign = await startCompleted();
    const contacts = await campaign.contacts();
    for (const [at, last_outcome] of ["no_answer", "answered", "busy"].entries())
      await rig.test.everything
        .updateTable("campaign_contacts")
        .set({ state: "finished", last_outcome, attempts: 2, retries: 1, timezone: "Asia/Tokyo" })
        .where("id", "=", contacts[at]?.id ?? 0)
        .execute();
    await rig.test.everything
      .deleteFrom("contacts")
      .where("id", "=", contacts[0]?.contact_id ?? 0)
      .execute();
    const { redialedCampaignId } = await redial(campaign);
    const priced = (campaignId: number) =>
      campaign.inOrganization(async (tx) => {
        const found = await findCampaign(tx, campaignId);
        return found && countContactsByPrefix(tx, found);
      });
    // One contact of the list was deleted, and none of those who are redialled.
    expect(await priced(campaign.campaignId)).toEqual([{ prefix: "+1415555", contacts: 2 }]);
    expect(await priced(redialedCampaignId)).toEqual([{ prefix: "+1415555", contacts: 2 }]);
    const fresh = { state: "pending", attempts: 0, retries: 0, last_outcome: null, timezone: "Asia/Tokyo" };
    expect(await snapshotOf(campaign, redialedCampaignId)).toEqual([
      { ...fresh, phone_number: contacts[0]?.phone_number, name: contacts[0]?.name, contact_id: null },
      {
        ...fresh,
        phone_number: contacts[2]?.phone_number,
        name: contacts[2]?.name,
        contact_id: contacts[2]?.contact_id,
      },
    ]);
  });
});
