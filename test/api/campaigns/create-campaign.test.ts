import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { createCampaignOperation, getCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import { createAgentRows, minimalDefinition } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, someContacts } from "../../factories/campaigns.ts";
import { fillNationalList } from "../../factories/national-lists.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let tenant: Tenant;
let operator: ApiClient;
let agentId: number;
let listId: number;

const { test, api } = await useTestApi();
beforeAll(async () => {
  await api.dependencies.objectStore.ensureBucket();
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  ({ agentId } = await createAgentRows(test, tenant));
  listId = await createContactListRows(test, tenant);
});

const upload = (key: string) => api.dependencies.objectStore.put(key, Buffer.from("phone_number\n"), "text/csv");
const refuse = (body: object, client = operator) => client.refused(createCampaignOperation, { body });
const valid = () => ({ name: "Spring", workflow_id: agentId, contact_list_id: listId });

describe("creating a campaign", () => {
  it("makes a draft with the defaults, the default account, and no rows known yet", async () => {
    const { status, body } = await operator.call(createCampaignOperation, { body: valid() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Spring",
      state: "draft",
      environment: "production",
      workflow_id: agentId,
      workflow_name: "Reception",
      source_type: "contact_list",
      source_id: String(listId),
      total_rows: null,
      processed_rows: 0,
      executed_count: 0,
      retry_config: {
        enabled: true,
        max_retries: 2,
        retry_delay_seconds: 120,
        retry_on_busy: true,
        retry_on_no_answer: true,
        retry_on_voicemail: true,
      },
      circuit_breaker: { enabled: false, failure_threshold: 0.5, window_seconds: 120, min_calls_in_window: 5 },
      schedule_config: null,
      telephony_configuration_id: tenant.simulatorAccountId,
      telephony_configuration_name: "Simulator",
      consent_attested_at: null,
      parent_campaign_id: null,
      redialed_campaign_id: null,
    });
    expect(body.logs).toMatchObject([{ level: "info", event: "created", actor: `user:${tenant.operator.userId}` }]);
    const timeline = await test.everything
      .selectFrom("timeline_events")
      .select(["kind", "agent_id"])
      .where("campaign_id", "=", body.id)
      .execute();
    expect(timeline).toEqual([{ kind: "campaign", agent_id: agentId }]);
  });

  it("keeps who attested consent, and when", async () => {
    const beforeMs = Date.now();
    const campaign = await createCampaign(operator, { workflow_id: agentId, contact_list_id: listId });
    expect(campaign.consent_attested_by).toBe(tenant.operator.userId);
    expect(Date.parse(campaign.consent_attested_at ?? "")).toBeGreaterThanOrEqual(beforeMs);
  });

  it("takes the list's id as source_id, too", async () => {
    const body = {
      name: "Spring",
      workflow_id: agentId,
      source_type: "contact_list",
      source_id: String(listId),
    } as const;
    const answer = await operator.call(createCampaignOperation, { body });
    expect(answer.body.contact_list_id).toBe(listId);
  });

  it("warns of variables that some contacts have no value for, and creates all the same", async () => {
    const definition = minimalDefinition("Hello {{name}} of {{company}}, you live in {{city}}.");
    const { agentId: talker } = await createAgentRows(test, tenant, { definition });
    const list = await createContactListRows(test, tenant, [
      { phone_number: "+14155550101", name: "Ann", attributes: { company: "A", city: "Rome" } },
      { phone_number: "+14155550102", name: "Ben", attributes: { company: "", city: "Oslo" } },
    ]);
    const { logs } = await createCampaign(operator, { workflow_id: talker, contact_list_id: list });
    expect(logs.find(({ event }) => event === "variables_missing")).toMatchObject({
      level: "warning",
      details: { variables: ["company"] },
    });
  });

  it("gives the same campaign for the same Idempotency-Key, also when its first answer was lost", async () => {
    const idempotencyKey = randomUUID();
    const send = () => operator.call(createCampaignOperation, { body: valid() }, { idempotencyKey });
    const first = await send();
    await test.everything.deleteFrom("idempotency_keys").execute();
    const second = await send();
    expect(second.body.id).toBe(first.body.id);
    expect(second.headers.get("idempotent-replayed")).toBeNull();
  });

  it("rolls everything back together", async () => {
    const before = await test.everything.selectFrom("campaigns").select("id").execute();
    await refuse({ ...valid(), contact_list_id: 999_999 });
    expect(await test.everything.selectFrom("campaigns").select("id").execute()).toHaveLength(before.length);
  });
});

describe("a campaign from a file", () => {
  it("gets a hidden list and a pending import", async () => {
    const key = `org-${tenant.organizationId}/contacts/${randomUUID()}/people.csv`;
    await upload(key);
    const body = { name: "From a file", workflow_id: agentId, source_type: "csv", source_id: key } as const;
    const { body: campaign } = await operator.call(createCampaignOperation, { body });
    expect(campaign).toMatchObject({ source_type: "csv", source_id: key });
    const row = await test.everything
      .selectFrom("contact_imports")
      .innerJoin("contact_lists", "contact_lists.id", "contact_imports.contact_list_id")
      .select(["object_key", "status", "is_hidden"])
      .where("contact_list_id", "=", campaign.contact_list_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ object_key: key, status: "pending", is_hidden: true });
  });

  it("answers 404 for a file of another organization and for one that was never uploaded", async () => {
    const foreign = `org-${tenant.organizationId + 1}/contacts/${randomUUID()}/people.csv`;
    await upload(foreign);
    const missing = `org-${tenant.organizationId}/contacts/${randomUUID()}/people.csv`;
    for (const source_id of [foreign, missing, "etc/passwd"]) {
      const answer = await refuse({ name: "x", workflow_id: agentId, source_type: "csv", source_id });
      expect(answer).toMatchObject({ status: 404, detail: "Uploaded file not found" });
    }
  });
});

describe("refusals when creating", () => {
  const slot = { day_of_week: 0, start_time: "09:00", end_time: "17:00" };
  const faults: [string, object, (string | number)[]][] = [
    ["a mistyped field", { max_concurency: 5 }, ["body", "max_concurency"]],
    ["an empty name", { name: " " }, ["body", "name"]],
    ["a long name", { name: "x".repeat(256) }, ["body", "name"]],
    ["no concurrency", { max_concurrency: 0 }, ["body", "max_concurrency"]],
    ["too much concurrency", { max_concurrency: 1001 }, ["body", "max_concurrency"]],
    ["too many retries", { retry_config: { max_retries: 11 } }, ["body", "retry_config", "max_retries"]],
    [
      "a long retry delay",
      { retry_config: { retry_delay_seconds: 86_401 } },
      ["body", "retry_config", "retry_delay_seconds"],
    ],
    [
      "a delay that no retry waits for",
      { retry_config: { max_retries: 1, retry_delays_seconds: [60, 120] } },
      ["body", "retry_config", "retry_delays_seconds"],
    ],
    [
      "a long delay of a retry",
      { retry_config: { retry_delays_seconds: [60, 86_401] } },
      ["body", "retry_config", "retry_delays_seconds", 1],
    ],
    [
      "an unknown zone",
      { schedule_config: { timezone: "Mars/Base", slots: [slot] } },
      ["body", "schedule_config", "timezone"],
    ],
    [
      "an abbreviation as zone",
      { schedule_config: { timezone: "IST", slots: [slot] } },
      ["body", "schedule_config", "timezone"],
    ],
    [
      "an offset as zone",
      { schedule_config: { timezone: "+05:30", slots: [slot] } },
      ["body", "schedule_config", "timezone"],
    ],
    ["no slots", { schedule_config: { slots: [] } }, ["body", "schedule_config", "slots"]],
    ["51 slots", { schedule_config: { slots: Array(51).fill(slot) } }, ["body", "schedule_config", "slots"]],
    [
      "a slot that ends before it starts",
      { schedule_config: { slots: [{ ...slot, end_time: "09:00" }] } },
      ["body", "schedule_config", "slots", 0, "end_time"],
    ],
    [
      "a start at 24:00",
      { schedule_config: { slots: [{ ...slot, start_time: "24:00" }] } },
      ["body", "schedule_config", "slots", 0, "start_time"],
    ],
    [
      "an eighth day",
      { schedule_config: { slots: [{ ...slot, day_of_week: 7 }] } },
      ["body", "schedule_config", "slots", 0, "day_of_week"],
    ],
    [
      "a threshold over 1",
      { circuit_breaker: { failure_threshold: 1.1 } },
      ["body", "circuit_breaker", "failure_threshold"],
    ],
    [
      "a short breaker window",
      { circuit_breaker: { window_seconds: 29 } },
      ["body", "circuit_breaker", "window_seconds"],
    ],
    [
      "no calls in the window",
      { circuit_breaker: { min_calls_in_window: 0 } },
      ["body", "circuit_breaker", "min_calls_in_window"],
    ],
    ["no source", { contact_list_id: null }, ["body", "contact_list_id"]],
    ["two sources", { source_type: "csv", source_id: "a" }, ["body", "contact_list_id"]],
    ["a source of another kind", { source_type: "google" }, ["body", "source_type"]],
  ];
  it.each(faults)("%s: 422 that names the field", async (_what, change, loc) => {
    const answer = await refuse({ ...valid(), ...change });
    expect(answer.status).toBe(422);
    expect(answer.detail).toEqual(expect.arrayContaining([expect.objectContaining({ loc })]));
  });

  it("says how many contacts a schedule never opens for, and keeps its holidays", async () => {
    const contacts = [
      { phone_number: "+12125550111", name: "New York" },
      // Toll-free: an hour that is open in all of America's zones does not exist.
      { phone_number: "+18005550111", name: "Anywhere" },
    ];
    const contact_list_id = await createContactListRows(test, tenant, contacts);
    const schedule_config = {
      timezone: "UTC",
      slots: [{ ...slot, start_time: "09:00", end_time: "10:00" }],
      holidays: ["2030-01-01"],
      holiday_calendar: "US-NY",
    };
    const { body } = await operator.call(createCampaignOperation, {
      body: { ...valid(), contact_list_id, schedule_config },
    });
    expect(body.schedule_config).toEqual({ enabled: true, ...schedule_config });
    expect(body.warnings).toEqual([expect.stringMatching(/^1 contact will not be called: .*America/)]);
    expect(body.warning_details).toEqual([
      {
        code: "hours_never_open",
        sentence: body.warnings?.[0],
        values: { contacts: 1, whose: "campaign", zones: expect.stringContaining("America"), further_zones: 0 },
      },
    ]);
    const open = await operator.call(createCampaignOperation, { body: { ...valid(), contact_list_id } });
    expect(open.body.warnings).toEqual([]);
  });

  it("says which national list is more than 31 days old", async () => {
    const { organizationId } = tenant;
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const warnings = async () => (await operator.call(createCampaignOperation, { body: valid() })).body.warning_details;
    await fillNationalList(test.everything, { organizationId, numbers: ["+12025550123"], asOf: dayAgo(30) });
    expect(await warnings()).toEqual([]);
    const change = (values: { as_of?: string; state?: "removed" }) =>
      test.everything.updateTable("national_lists").set(values).where("organization_id", "=", organizationId).execute();
    await change({ as_of: dayAgo(32) });
    expect(await warnings()).toEqual([
      {
        code: "national_list_outdated",
        sentence: expect.stringMatching(/^The national do-not-call list FTC 415 is of .* more than 31/),
        values: { source: "FTC 415", as_of: dayAgo(32), days: 31 },
      },
    ]);
    await change({ state: "removed" });
    expect(await warnings()).toEqual([]);
  });

  it("says when calling everybody once may cost more than a budget has left", async () => {
    const contact_list_id = await createContactListRows(test, tenant, someContacts(10));
    const budgeted = async (totalMinor: number) => {
      const budget = { total_minor: totalMinor, currency: "USD" };
      const body = { ...valid(), contact_list_id, budget };
      return (await operator.call(createCampaignOperation, { body })).body.warning_details;
    };
    // Ten calls of five minutes and the last words, at one minor unit for each begun minute.
    const [warning, ...others] = (await budgeted(20)) ?? [];
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      code: "may_cost_more",
      values: { contacts: 10, left_minor: 20, currency: "USD", whose: "campaign", renews: false },
    });
    expect(warning?.sentence).toMatch(
      /^Calling 10 contacts once may cost up to USD 0\.[56]0, and the campaign's budget has USD 0\.20 left/,
    );
    expect(await budgeted(100)).toEqual([]);
  });

  it("takes a window until midnight", async () => {
    const schedule_config = { timezone: "Europe/Berlin", slots: [{ ...slot, end_time: "24:00" }] };
    const campaign = await createCampaign(operator, { workflow_id: agentId, contact_list_id: listId, schedule_config });
    expect(campaign.schedule_config).toEqual({ enabled: true, ...schedule_config });
  });

  it("an archived agent and one without a published version: 400 with what to do", async () => {
    const { agentId: archived } = await createAgentRows(test, tenant, { name: "Old" });
    await test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", archived).execute();
    const first = await refuse({ ...valid(), workflow_id: archived });
    expect(first).toMatchObject({ status: 400, detail: "The agent Old is archived: make it active again" });
    const { agentId: unpublished } = await createAgentRows(test, tenant, { name: "New" });
    await test.everything
      .updateTable("agents")
      .set({ published_version_id: null })
      .where("id", "=", unpublished)
      .execute();
    expect((await refuse({ ...valid(), workflow_id: unpublished })).status).toBe(400);
  });

  it("ids of another organization: 404", async () => {
    const other = await createTenant(test);
    const foreignAgent = await createAgentRows(test, other);
    const foreignList = await createContactListRows(test, other, someContacts(1));
    expect(await refuse({ ...valid(), workflow_id: foreignAgent.agentId })).toMatchObject({
      status: 404,
      detail: "Agent not found",
    });
    expect(await refuse({ ...valid(), contact_list_id: foreignList })).toMatchObject({
      status: 404,
      detail: "Contact list not found",
    });
    expect(await refuse({ ...valid(), telephony_configuration_id: other.simulatorAccountId })).toMatchObject({
      status: 404,
      detail: "Telephony configuration not found",
    });
    const campaign = await createCampaign(operator, { workflow_id: agentId, contact_list_id: listId });
    const stranger = api.client({ token: other.owner.token });
    expect(await stranger.refused(getCampaignOperation, { params: { campaign_id: campaign.id } })).toMatchObject({
      status: 404,
    });
  });

  it("a viewer: 403", async () => {
    expect((await refuse(valid(), api.client({ token: tenant.viewer.token }))).status).toBe(403);
  });
});

describe("a sandbox key", () => {
  it("gets the simulator even where a real carrier is the default, and may not name a real one", async () => {
    const organizationId = tenant.organizationId;
    await test.everything
      .updateTable("telephony_configurations")
      .set({ is_default_outbound: false })
      .where("organization_id", "=", organizationId)
      .execute();
    const real = await createTwilioConfiguration(test, { organizationId, isDefaultOutbound: true });
    const sandbox = api.client({ apiKey: (await createKey(test, { tenant, environment: "sandbox" })).apiKey });
    const campaign = await createCampaign(sandbox, { workflow_id: agentId, contact_list_id: listId });
    expect(campaign).toMatchObject({
      environment: "sandbox",
      telephony_configuration_id: tenant.simulatorAccountId,
    });
    expect((await refuse({ ...valid(), telephony_configuration_id: real }, sandbox)).status).toBe(403);
    const production = await createCampaign(operator, { workflow_id: agentId, contact_list_id: listId });
    expect(production.telephony_configuration_id).toBe(real);
  });
});
