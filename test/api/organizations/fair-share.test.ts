import { beforeEach, describe, expect, it } from "@jest/globals";
import { getFairShareOperation } from "../../../api/organizations/organizations.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { type AgentOfRun, createRunRow, endedCall } from "../../factories/calls.ts";
import { createContactListRows, plainSettings } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let ours: Tenant;
let theirs: Tenant;
let agent: AgentOfRun;

const agentOf = async (tenant: Tenant): Promise<AgentOfRun> => ({
  organizationId: tenant.organizationId,
  ...(await createAgentRows(test, tenant)),
});

const { test, api } = await useTestApi();
beforeEach(async () => {
  await test.everything.deleteFrom("call_runs").execute();
  ours = await createTenant(test);
  theirs = await createTenant(test, "Somebody else");
  agent = await agentOf(ours);
});

const shareOf = async (tenant: Tenant) =>
  (await api.client({ token: tenant.viewer.token }).call(getFairShareOperation)).body;
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
/** Within the minute that is counted over, however long the test takes. */
const justNow = () => secondsAgo(-3600);

describe("an organization's share", () => {
  it("is unknown while nobody has started a call", async () => {
    expect(await shareOf(ours)).toMatchObject({
      calls_started: 0,
      share: null,
      platform: { calls_started: 0, organizations: 0 },
    });
  });

  it("is that of the outbound calls of the last minute, under way or over; of others it tells sums alone", async () => {
    const asked = { carrier_requested_at: justNow() };
    await createRunRow(test, agent, { state: "in_progress", ...asked });
    for (const _ of [1, 2]) await createRunRow(test, agent, endedCall({ ...asked, ended_at: justNow() }));
    const before = { carrier_requested_at: secondsAgo(70) };
    await createRunRow(test, agent, { state: "in_progress", ...before });
    await createRunRow(test, agent, endedCall({ ...before, ended_at: justNow() }));
    await createRunRow(test, agent, { state: "ringing", direction: "inbound", ...asked });
    await createRunRow(test, await agentOf(theirs), { state: "dialing", name: "theirs alone", ...asked });
    const platform = { calls_started: 4, organizations: 2 };
    const share = await shareOf(ours);
    expect(share).toMatchObject({ period_seconds: 60, calls_started: 3, share: 0.75, platform });
    expect(await shareOf(theirs)).toMatchObject({ calls_started: 1, share: 0.25, platform });
    expect(JSON.stringify(share)).not.toMatch(/theirs alone|Somebody else/);
  });
});

describe("waiting calls", () => {
  /** Starts a campaign with these contacts that wait and nothing else. */
  const startCampaign = async (
    tenant: Tenant,
    contacts: number,
    { figures = {}, values = {} }: { figures?: object; values?: object } = {},
  ): Promise<number> => {
    const { id } = await test.everything
      .insertInto("campaigns")
      .values({
        organization_id: tenant.organizationId,
        name: `of ${tenant.organizationId}`,
        agent_id: (await agentOf(tenant)).agentId,
        source_type: "contact_list",
        source_id: "0",
        contact_list_id: await createContactListRows(test, tenant),
        telephony_configuration_id: tenant.simulatorAccountId,
        contact_timezones: ["Europe/Berlin"],
        ...plainSettings,
        state: "running",
        ...values,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await test.everything
      .insertInto("campaign_figures")
      .values({ campaign_id: id, organization_id: tenant.organizationId, total: contacts, ...figures })
      .execute();
    return id;
  };

  it("is told of the organization's running campaigns, those with the most first, and of its queued calls", async () => {
    const small = await startCampaign(ours, 20, { figures: { finished: 5, suppressed: 3, in_flight: 2 } });
    const big = await startCampaign(ours, 30);
    await startCampaign(ours, 40, { values: { state: "paused" } });
    await startCampaign(ours, 7, { figures: { finished: 7 } });
    await startCampaign(theirs, 50);
    await createRunRow(test, agent, { state: "queued", called_number: "+12025550123" });
    await createRunRow(test, agent, { state: "queued", mode: "smallwebrtc" });
    const { waiting } = await shareOf(ours);
    expect(waiting).toMatchObject({ calls: 1, contacts: 40, campaign_count: 2 });
    expect(waiting.campaigns).toMatchObject([
      { campaign_id: big, contacts: 30, reason: "turn" },
      { campaign_id: small, contacts: 10, reason: "turn" },
    ]);
  });

  it("is nothing where no campaign runs", async () => {
    expect((await shareOf(ours)).waiting).toEqual({ calls: 0, contacts: 0, campaign_count: 0, campaigns: [] });
  });

  const reasonOf = async (tenant: Tenant) => (await shareOf(tenant)).waiting.campaigns[0];

  it("waits for its budget, with what that says", async () => {
    await startCampaign(ours, 9, { values: { budget_wait: { until: null, says: "The budget is used up" } } });
    expect(await reasonOf(ours)).toMatchObject({ reason: "budget", says: "The budget is used up" });
  });

  it("waits for the limits of the organization, the account and the campaign", async () => {
    await startCampaign(ours, 9, { values: { max_concurrency: 3 }, figures: { in_flight: 3 } });
    expect(await reasonOf(ours)).toMatchObject({ reason: "campaign_limit", contacts: 6 });
    const account = ours.simulatorAccountId;
    await createRunRow(test, agent, { state: "ringing", telephony_configuration_id: account });
    await test.everything
      .updateTable("telephony_configurations")
      .set({ concurrent_call_limit: 1 })
      .where("id", "=", account)
      .execute();
    expect(await reasonOf(ours)).toMatchObject({ reason: "account_limit" });
    await test.everything
      .updateTable("organizations")
      .set({ concurrent_call_limit: 1 })
      .where("id", "=", ours.organizationId)
      .execute();
    expect(await reasonOf(ours)).toMatchObject({ reason: "organization_limit" });
  });

  it.each([
    ["production", "sandbox"],
    ["sandbox", "production"],
  ] as const)("of %s waits for no line that a %s call has, and for those of its own", async (environment, other) => {
    const account = ours.simulatorAccountId;
    const limit = { concurrent_call_limit: 1 };
    await startCampaign(ours, 9, { values: { environment } });
    await test.everything.updateTable("telephony_configurations").set(limit).where("id", "=", account).execute();
    await test.everything.updateTable("organizations").set(limit).where("id", "=", ours.organizationId).execute();
    await createRunRow(test, agent, { state: "ringing", telephony_configuration_id: account, environment: other });
    expect(await reasonOf(ours)).toMatchObject({ reason: "turn" });
    await createRunRow(test, agent, { state: "ringing", environment });
    expect(await reasonOf(ours)).toMatchObject({ reason: "organization_limit" });
  });

  it("waits for the account's pace", async () => {
    await startCampaign(ours, 9);
    await test.everything
      .insertInto("telephony_paces")
      .values({
        organization_id: ours.organizationId,
        telephony_configuration_id: ours.simulatorAccountId,
        next_slot_at: justNow(),
      })
      .execute();
    expect(await reasonOf(ours)).toMatchObject({ reason: "pace" });
  });

  it("waits for the time of its retries", async () => {
    const campaign_id = await startCampaign(ours, 1, { figures: { waiting_retry: 1 } });
    await test.everything
      .insertInto("campaign_contacts")
      .values({
        organization_id: ours.organizationId,
        campaign_id,
        phone_number: "+12025550123",
        timezone: "Europe/Berlin",
        state: "waiting_retry",
        next_attempt_at: justNow(),
      })
      .execute();
    expect(await reasonOf(ours)).toMatchObject({ reason: "retry_wait" });
  });

  it("waits for the called people's hours", async () => {
    // Three days from now, wherever somebody is: closed today in every zone.
    const day_of_week = (new Date().getUTCDay() + 6 + 3) % 7;
    const slots = [{ day_of_week, start_time: "09:00", end_time: "17:00" }];
    await startCampaign(ours, 9, { values: { schedule_config: { enabled: true, timezone: "UTC", slots } } });
    expect(await reasonOf(ours)).toMatchObject({ reason: "calling_hours" });
  });
});
