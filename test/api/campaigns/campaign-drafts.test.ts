import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  cloneCampaignOperation,
  deleteCampaignOperation,
  getCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, someContacts } from "../../factories/campaigns.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { unreachableTemporal } from "./unreachable-temporal.ts";

const temporal = unreachableTemporal();
let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let operator: ApiClient;
let agentId: number;
let listId: number;
let accounts = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  // No workflow engine runs: a draft needs none.
  api = await startTestApi(test, { dependencies: { temporal } });
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  ({ agentId } = await createAgentRows(test, tenant));
  listId = await createContactListRows(test, tenant);
});
afterAll(async () => {
  await api.close();
  await temporal.connection.close();
  await test.drop();
});

const draft = (overrides: object = {}) =>
  createCampaign(operator, { workflow_id: agentId, contact_list_id: listId, ...overrides });
const createAccount = (of: Tenant) =>
  createTwilioConfiguration(test, { organizationId: of.organizationId, name: `Twilio ${(accounts += 1)}` });
const at = ({ id }: { id: number }) => ({ params: { campaign_id: id } });
type State = "draft" | "running" | "paused" | "completed" | "failed" | "canceled";
const setState = (id: number, state: State) =>
  test.everything.updateTable("campaigns").set({ state }).where("id", "=", id).execute();

describe("a draft", () => {
  it("takes another agent, another list and another account; consent is attested anew for other people", async () => {
    const campaign = await draft({ consent_attested: true });
    const other = await createAgentRows(test, tenant);
    const otherList = await createContactListRows(test, tenant, someContacts(2));
    const accountId = await createAccount(tenant);
    const body = {
      workflow_id: other.agentId,
      contact_list_id: otherList,
      telephony_configuration_id: accountId,
    };
    const { body: changed } = await operator.call(updateCampaignOperation, { ...at(campaign), body });
    expect(changed).toMatchObject({
      ...{ workflow_id: other.agentId, telephony_configuration_id: accountId },
      ...{ source_type: "contact_list", source_id: String(otherList) },
      ...{ consent_attested_at: null, consent_attested_by: null },
    });
    expect(changed.logs[0]?.details).toMatchObject({ agent_id: { from: agentId, to: other.agentId } });
    const same = { contact_list_id: otherList, workflow_id: other.agentId };
    const { body: again } = await operator.call(updateCampaignOperation, { ...at(campaign), body: same });
    expect(again.logs).toHaveLength(changed.logs.length);
  });

  it("takes none of another organization, and none that is not there", async () => {
    const campaign = await draft();
    const stranger = await createTenant(test);
    const foreign = {
      workflow_id: (await createAgentRows(test, stranger)).agentId,
      contact_list_id: await createContactListRows(test, stranger),
      telephony_configuration_id: await createAccount(stranger),
    };
    for (const [name, id] of Object.entries(foreign)) {
      const refusal = await operator.refused(updateCampaignOperation, { ...at(campaign), body: { [name]: id } });
      expect([name, refusal.status]).toEqual([name, 404]);
    }
  });

  it("alone takes them: a paused campaign says what to do instead", async () => {
    const campaign = await draft();
    await setState(campaign.id, "paused");
    const body = { contact_list_id: listId, name: "Other" };
    expect(await operator.refused(updateCampaignOperation, { ...at(campaign), body })).toMatchObject({
      status: 409,
      detail: "contact_list_id can be changed in a draft alone: clone the campaign, and change the clone",
    });
    expect((await operator.call(getCampaignOperation, at(campaign))).body.name).toBe(campaign.name);
  });

  it("is checked against the prices of its new account when it has a budget", async () => {
    const campaign = await draft({ budget: { total_minor: 700, currency: "USD" } });
    const accountId = await createAccount(tenant);
    const body = { telephony_configuration_id: accountId };
    const refusal = await operator.refused(updateCampaignOperation, { ...at(campaign), body });
    expect([refusal.status, JSON.stringify(refusal.detail)]).toEqual([422, expect.stringContaining("twilio")]);
  });

  it("can be deleted, once, and nothing else can", async () => {
    const campaign = await draft();
    expect((await operator.call(deleteCampaignOperation, at(campaign))).body).toEqual({
      success: true,
      removal_id: null,
    });
    expect((await operator.refused(getCampaignOperation, at(campaign))).status).toBe(404);
    expect((await operator.refused(deleteCampaignOperation, at(campaign))).status).toBe(404);
    const event = await test.everything
      .selectFrom("timeline_events")
      .select(["summary", "payload"])
      .where("organization_id", "=", tenant.organizationId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({ summary: "Spring: the draft was deleted", payload: { campaign_id: campaign.id } });
    for (const state of ["running", "paused", "completed", "failed", "canceled"] as const) {
      const other = await draft();
      await setState(other.id, state);
      expect(await operator.refused(deleteCampaignOperation, at(other))).toMatchObject({
        status: 409,
        detail: expect.stringContaining(`A ${state} campaign cannot be deleted`),
      });
    }
  });

  it("deleting a draft gives its redial back, and leaves lists that people made", async () => {
    const parent = await draft();
    const child = await draft();
    await test.everything
      .updateTable("campaigns")
      .set({ parent_campaign_id: parent.id })
      .where("id", "=", child.id)
      .execute();
    await operator.call(deleteCampaignOperation, at(child));
    expect((await operator.call(getCampaignOperation, at(parent))).body.redialed_campaign_id).toBeNull();
    const list = test.everything.selectFrom("contact_lists").select("id").where("id", "=", listId);
    expect(await list.execute()).toHaveLength(1);
  });
});

describe("a clone", () => {
  const SETTINGS = {
    retry_config: { max_retries: 2, retry_delays_seconds: [60, 600] },
    schedule_config: { timezone: "Europe/Berlin", slots: [{ day_of_week: 1, start_time: "09:00", end_time: "10:00" }] },
    circuit_breaker: { enabled: true, window_seconds: 300 },
    budget: { total_minor: 700, currency: "USD" },
    caller_id_strategy: "rotate",
    max_concurrency: 3,
  };

  it("is a draft with everything of its campaign but its state, its consent and its calls", async () => {
    const campaign = await draft({ ...SETTINGS, consent_attested: true });
    await setState(campaign.id, "completed");
    const { body: clone } = await operator.call(cloneCampaignOperation, { ...at(campaign), body: {} });
    const own = ["id", "name", "state", "created_at", "logs", "warnings", "warning_details"] as const;
    const shared = (of: object) =>
      Object.fromEntries(Object.entries(of).filter(([key]) => !own.some((name) => name === key)));
    expect(shared(clone)).toEqual({ ...shared(campaign), consent_attested_at: null, consent_attested_by: null });
    expect(clone).toMatchObject({ state: "draft", name: "Spring (copy)" });
    expect(clone.id).not.toBe(campaign.id);
  });

  it("takes a name and a list of its own, and a long name is cut", async () => {
    const campaign = await draft({ name: "x".repeat(255) });
    const otherList = await createContactListRows(test, tenant);
    const body = { name: "Autumn", contact_list_id: otherList };
    expect((await operator.call(cloneCampaignOperation, { ...at(campaign), body })).body).toMatchObject({
      name: "Autumn",
      source_id: String(otherList),
    });
    const { body: cut } = await operator.call(cloneCampaignOperation, { ...at(campaign), body: {} });
    expect([cut.name.length, cut.name.slice(-8)]).toEqual([255, "x (copy)"]);
  });

  it("is made once for an Idempotency-Key, also after a crash", async () => {
    const campaign = await draft();
    const idempotencyKey = "clone-once";
    const clone = () => operator.call(cloneCampaignOperation, { ...at(campaign), body: {} }, { idempotencyKey });
    const { body } = await clone();
    await test.everything.deleteFrom("idempotency_keys").where("key", "=", idempotencyKey).execute();
    expect((await clone()).body.id).toBe(body.id);
  });

  it("a clone of a campaign whose list or account is gone says so", async () => {
    const campaign = await draft();
    await test.everything
      .updateTable("campaigns")
      .set({ contact_list_id: null })
      .where("id", "=", campaign.id)
      .execute();
    expect(await operator.refused(cloneCampaignOperation, { ...at(campaign), body: {} })).toMatchObject({
      status: 409,
    });
    const set = { telephony_configuration_id: null };
    await test.everything.updateTable("campaigns").set(set).where("id", "=", campaign.id).execute();
    expect(await operator.refused(cloneCampaignOperation, { ...at(campaign), body: {} })).toMatchObject({
      status: 400,
    });
  });
});
