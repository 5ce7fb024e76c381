import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { setPreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { teamHomeOperation, teamStatusOperation } from "../../../api/team/team.operations.ts";
import { failVersion } from "../../../application/document/end-version.ts";
import { recordMissedCall } from "../../../infra/postgres/call/missed-calls.repository.ts";
import { findCampaign } from "../../../infra/postgres/campaign/campaign.repository.ts";
import { changeCampaignState } from "../../../infra/postgres/campaign/campaign-transitions.ts";
import { describeWrongZones, isWrongZone } from "../../../infra/postgres/contact/wrong-zones.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { type AgentOfRun, createRunRow, endedCall } from "../../factories/calls.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

/** Half past four in the afternoon in Kolkata, whose days begin at half past six in the evening (UTC). */
const NOW = new Date("2026-05-04T11:00:00.000Z");

let tenant: Tenant;
let viewer: ApiClient;
let agent: AgentOfRun;

const { test, api } = await useTestApi({ dependencies: { clock: { now: () => NOW } } });
beforeEach(async () => {
  tenant = await createTenant(test);
  viewer = api.client({ token: tenant.viewer.token });
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant, { name: "Reception" })) };
});

const home = async (days?: number) => (await viewer.call(teamHomeOperation, { query: days ? { days } : {} })).body;
const inKolkata = () =>
  api.client({ token: tenant.admin.token }).call(setPreferencesOperation, { body: { timezone: "Asia/Kolkata" } });
const callAt = (created_at: string, values: Parameters<typeof endedCall>[0] = {}) =>
  createRunRow(test, agent, endedCall({ created_at, mode: "telephony", ...values }));

describe("team.home", () => {
  it("counts today's calls in the organization's zone, beside yesterday's", async () => {
    await inKolkata();
    await callAt("2026-05-03T18:30:00.000Z", { duration_seconds: 63, cost_minor: 4 });
    await callAt("2026-05-04T10:59:00.000Z", { outcome: "answered", disposition: "interested", duration_seconds: 60 });
    await callAt("2026-05-04T10:00:00.000Z", {
      outcome: "busy",
      duration_seconds: null,
      cost_minor: 1,
      currency: "EUR",
    });
    await callAt("2026-05-03T18:29:59.999Z", { outcome: "opted_out", duration_seconds: 6 });
    await callAt("2026-05-02T18:30:00.000Z", {
      outcome: "no_answer",
      duration_seconds: null,
      cost_minor: null,
      currency: null,
    });
    await callAt("2026-05-02T18:29:59.999Z");
    await callAt("2026-05-04T10:00:00.000Z", { mode: "textchat" });
    const body = await home();
    expect(body).toMatchObject({
      days: 1,
      timezone: "Asia/Kolkata",
      from: "2026-05-03T18:30:00.000Z",
      until: NOW.toISOString(),
      calls: 3,
      answered: 2,
      minutes: 2.1,
      outcomes: { answered: 2, busy: 1 },
      cost: [
        { currency: "EUR", cost_minor: 1 },
        { currency: "USD", cost_minor: 6 },
      ],
      previous: {
        from: "2026-05-02T18:30:00.000Z",
        until: "2026-05-03T18:30:00.000Z",
        calls: 2,
        answered: 1,
        minutes: 0.1,
        outcomes: { opted_out: 1, no_answer: 1 },
        cost: [{ currency: "USD", cost_minor: 2 }],
      },
    });
    await sql`select platform_sum_run_counts()`.execute(test.everything);
    expect(await home()).toEqual(body);
    expect(await home(2)).toMatchObject({ calls: 5, answered: 3, previous: { calls: 1 } });
  });

  it("says the same as its calls, counted one by one, wherever they lie", async () => {
    const minutes = Array.from({ length: 40 }, (_, at) => at * 173);
    for (const ago of minutes) await callAt(new Date(NOW.getTime() - ago * 60_000).toISOString());
    await inKolkata();
    for (const days of [1, 2, 3, 90]) {
      const body = await home(days);
      const counted = (from: string, until: string) =>
        minutes.filter((ago) => {
          const at = NOW.getTime() - ago * 60_000;
          return at >= Date.parse(from) && at < Date.parse(until) + (until === body.until ? 1 : 0);
        }).length;
      expect([days, body.calls]).toEqual([days, counted(body.from, body.until)]);
      expect([days, body.previous.calls]).toEqual([days, counted(body.previous.from, body.previous.until)]);
    }
  });

  it("counts the calls that nobody took", async () => {
    await test.database.inOrganization(tenant.organizationId, (tx) =>
      recordMissedCall(tx, {
        organizationId: tenant.organizationId,
        telephonyAccountId: tenant.simulatorAccountId,
        carrierCallId: "a-call",
        callerNumber: null,
        calledNumber: "+14155550100",
        reason: "no_agent",
      }),
    );
    await test.everything.updateTable("missed_calls").set({ at: "2026-05-03T23:59:59.999Z" }).execute();
    expect(await home()).toMatchObject({ missed: 0, previous: { missed: 1 } });
    expect(await home(2)).toMatchObject({ missed: 1, previous: { missed: 0 } });
  });

  it("refuses days that nobody counts", async () => {
    for (const days of [0, 91, 1.5, "x"])
      expect((await viewer.refused(teamHomeOperation, { query: { days } })).status).toBe(422);
  });
});

const newCampaign = async () => {
  const operator = api.client({ token: tenant.operator.token });
  const contact_list_id = await createContactListRows(test, tenant);
  return (await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id })).id;
};

const changeCampaign = (campaignId: number, to: "running" | "paused" | "failed", event: string) =>
  test.database.inOrganization(tenant.organizationId, async (tx) => {
    const campaign = await findCampaign(tx, campaignId);
    if (!campaign) throw new Error("the campaign is there");
    const decision = { level: "info" as const, event, message: `It is ${event}`, actor: "system" };
    await changeCampaignState(tx, campaign, { to, decision });
  });

describe("things that need attention", () => {
  it("is a document that could not be read, until it can be, with the event that tells of it", async () => {
    const documentUuid = randomUUID();
    const { id } = await test.everything
      .insertInto("documents")
      .values({
        organization_id: tenant.organizationId,
        document_uuid: documentUuid,
        filename: "prices.pdf",
        mime_type: "application/pdf",
        state: "indexing",
        latest_version: 1,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await test.everything
      .insertInto("document_versions")
      .values({
        organization_id: tenant.organizationId,
        document_id: id,
        version: 1,
        state: "indexing",
        object_key: documentUuid,
        file_size_bytes: 1,
      })
      .execute();
    await test.everything.insertInto("knowledge_usage").values({ organization_id: tenant.organizationId }).execute();
    await test.database.inOrganization(tenant.organizationId, (tx) =>
      failVersion(tx, { documentUuid, version: 1, error: "it is encrypted", at: NOW }),
    );
    const told = await test.everything
      .selectFrom("timeline_events")
      .select("id")
      .where("organization_id", "=", tenant.organizationId)
      .where("kind", "=", "document")
      .executeTakeFirstOrThrow();
    expect((await home()).needs_attention).toEqual([
      {
        kind: "document_failed",
        timeline_event_id: told.id,
        at: expect.any(String),
        summary: "The document prices.pdf could not be read: it is encrypted",
        subject: "prices.pdf",
        reason: "it is encrypted",
        workflow_id: null,
        campaign_id: null,
        folder_id: null,
        is_mine: false,
        expires_at: null,
        document_uuid: documentUuid,
      },
    ]);
    await test.everything.updateTable("documents").set({ state: "queued" }).where("id", "=", id).execute();
    expect((await home()).needs_attention).toEqual([]);
  });

  it("is a carrier account that is set aside, until it is reactivated", async () => {
    const { organizationId: organization_id, simulatorAccountId: id } = tenant;
    const payload = { event: "account_set_aside", telephony_configuration_id: id };
    const told = await test.everything
      .insertInto("timeline_events")
      .values({ organization_id, kind: "system", actor: "system", summary: "It was set aside", payload })
      .returning("id")
      .executeTakeFirstOrThrow();
    const change = (columns: { inactive_since: Date | null; inactive_reason: string | null }) =>
      test.everything.updateTable("telephony_configurations").set(columns).where("id", "=", id).execute();
    await change({ inactive_since: new Date(), inactive_reason: "The account is suspended." });
    expect((await home()).needs_attention).toMatchObject([
      {
        kind: "account_set_aside",
        timeline_event_id: told.id,
        summary: "The carrier account Simulator is set aside: The account is suspended.",
        subject: "Simulator",
        reason: "The account is suspended.",
      },
    ]);
    await change({ inactive_since: null, inactive_reason: null });
    expect((await home()).needs_attention).toEqual([]);
  });

  it("is a time zone that was stored before it was refused: of the organization, of a campaign, of contacts, until each is mended", async () => {
    const { organizationId } = tenant;
    const numbered = ["BST", "BST", "Europe/London", null].map((timezone, at) => ({
      phone_number: `+44770090010${at}`,
      name: "Ann",
      timezone,
    }));
    const contactListId = await createContactListRows(test, tenant, numbered);
    const campaign_id = await newCampaign();
    const slots = [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }];
    const setZones = async (organization: string, ofCampaign: string, ofContacts: string) => {
      await test.everything
        .updateTable("organizations")
        .set({ timezone: organization })
        .where("id", "=", organizationId)
        .execute();
      const schedule_config = { enabled: true, timezone: ofCampaign, slots };
      await test.everything.updateTable("campaigns").set({ schedule_config }).where("id", "=", campaign_id).execute();
      await test.everything
        .updateTable("contacts")
        .set({ timezone: ofContacts })
        .where("contact_list_id", "=", contactListId)
        .where("timezone", "=", "BST")
        .execute();
    };
    await setZones("IST", "NST", "BST");
    const { needs_attention } = await home();
    expect(needs_attention.map(({ kind }) => kind)).toEqual(Array(3).fill("time_zone_refused"));
    expect(needs_attention.map(({ summary, campaign_id }) => [summary, campaign_id]).sort()).toEqual([
      [
        expect.stringMatching(
          /^The time zone of 2 contacts of the list .* is not used for calls\. BST: write Europe\/London or Asia\/Dhaka$/,
        ),
        null,
      ],
      [expect.stringMatching(/of the campaign .*NST: write/), campaign_id],
      [expect.stringMatching(/of the organization .*IST: write/), null],
    ]);
    const said = await describeWrongZones(test.everything);
    expect(said.filter((sentence) => sentence.startsWith(`Organization ${organizationId} `))).toEqual([
      `Organization ${organizationId} has a time zone in campaigns (1) that calls no longer use. NST: write America/St_Johns or Pacific/Auckland.`,
      `Organization ${organizationId} has a time zone in contacts (2) that calls no longer use. BST: write Europe/London or Asia/Dhaka.`,
      `Organization ${organizationId} has a time zone in its settings (1) that calls no longer use. IST: write Asia/Kolkata, Europe/Dublin or Asia/Jerusalem.`,
    ]);
    await setZones("Asia/Kolkata", "America/St_Johns", "Europe/London");
    expect((await home()).needs_attention).toEqual([]);
  });

  it("finds contacts with such a zone by an index that has no other", async () => {
    await sql`set enable_seqscan = off`.execute(test.everything);
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select contact_list_id, timezone, count(*) from contacts k where ${isWrongZone("k.timezone")} group by 1, 2`.execute(
      test.everything,
    );
    expect(JSON.stringify(rows)).toContain("contacts_wrong_zone");
  });

  it("is a campaign that its breaker paused, not one that a person paused, and one that failed", async () => {
    const campaign_id = await newCampaign();
    await changeCampaign(campaign_id, "running", "started");
    expect(await home()).toMatchObject({ campaigns_running: 1, needs_attention: [] });
    await changeCampaign(campaign_id, "paused", "breaker_tripped");
    const told = await test.everything
      .selectFrom("timeline_events")
      .select("id")
      .where("campaign_id", "=", campaign_id)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(await home()).toMatchObject({
      campaigns_running: 0,
      needs_attention: [
        { kind: "breaker_tripped", campaign_id, workflow_id: agent.agentId, timeline_event_id: told.id },
      ],
    });
    await changeCampaign(campaign_id, "running", "resumed");
    await changeCampaign(campaign_id, "paused", "paused");
    expect((await home()).needs_attention).toEqual([]);
    await changeCampaign(campaign_id, "failed", "failed");
    expect((await home()).needs_attention).toMatchObject([{ kind: "campaign_failed", campaign_id }]);
  });
});

describe("team.status", () => {
  const status = async () => (await viewer.call(teamStatusOperation)).body.agents;
  const reception = () => ({ workflow_id: agent.agentId, name: "Reception", folder_id: null });

  it("is idle since its last call ended, or since it was made", async () => {
    expect(await status()).toEqual([
      { ...reception(), state: "idle", workflow_run_ids: [], since: expect.any(String) },
    ]);
    await callAt("2026-05-01T10:00:00Z", { ended_at: "2026-05-01T10:05:00Z" });
    expect(await status()).toMatchObject([{ state: "idle", since: "2026-05-01T10:05:00.000Z" }]);
  });

  it("takes the first that holds: on a call, thinking, paused", async () => {
    const campaignId = await newCampaign();
    await changeCampaign(campaignId, "paused", "paused");
    expect(await status()).toMatchObject([{ state: "paused", workflow_run_ids: [] }]);
    await changeCampaign(campaignId, "running", "resumed");
    expect(await status()).toMatchObject([{ state: "idle" }]);
    const session = await createRunRow(test, agent, { mode: "textchat", state: "in_progress" });
    const organization_id = tenant.organizationId;
    await test.everything
      .insertInto("conversations")
      .values({ run_id: session.id, organization_id, driver: "text", active_turn: null })
      .execute();
    expect(await status()).toMatchObject([{ state: "idle" }]);
    await test.everything
      .insertInto("conversation_turns")
      .values({
        run_id: session.id,
        organization_id,
        number: 1,
        key: "one",
        input: {},
        started_at: "2026-05-04T10:00:00Z",
      })
      .execute();
    await test.everything
      .updateTable("conversations")
      .set({ active_turn: 1 })
      .where("run_id", "=", session.id)
      .execute();
    expect(await status()).toMatchObject([
      { state: "thinking", workflow_run_ids: [session.id], since: "2026-05-04T10:00:00.000Z" },
    ]);
    const call = await createRunRow(test, agent, {
      mode: "telephony",
      state: "ringing",
      started_at: "2026-05-04T10:30:00Z",
    });
    expect(await status()).toMatchObject([
      { state: "on_call", workflow_run_ids: [call.id], since: "2026-05-04T10:30:00.000Z" },
    ]);
  });

  it("leaves out archived agents and other organizations", async () => {
    await test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", agent.agentId).execute();
    expect(await status()).toEqual([]);
  });
});
