import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  cancelCampaignOperation,
  createCampaignOperation,
  getCampaignOperation,
  listCampaignsOperation,
  pauseCampaignOperation,
  redialCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
  updateCampaignOperation,
} from "../../../api/campaigns/campaigns.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows } from "../../factories/campaigns.ts";
import { createTwilioConfiguration } from "../../factories/telephony.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
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

beforeAll(async () => {
  test = await createTestDatabase();
  // No workflow engine runs: an operation that asked it would answer 503.
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
const at = ({ id }: { id: number }) => ({ params: { campaign_id: id } });
const setState = (id: number, state: "running" | "paused" | "completed" | "failed") =>
  test.everything.updateTable("campaigns").set({ state }).where("id", "=", id).execute();

describe("changing a campaign", () => {
  it("changes what is sent, says so in its log and on the timeline, and leaves the rest", async () => {
    const campaign = await draft({
      max_concurrency: 5,
      retry_config: { max_retries: 7 },
      caller_id_strategy: "rotate",
    });
    expect(campaign.caller_id_strategy).toBe("rotate");
    const body = {
      name: "Summer",
      max_concurrency: 9,
      retry_config: null,
      caller_id_strategy: "local_presence" as const,
    };
    const { body: changed } = await operator.call(updateCampaignOperation, { ...at(campaign), body });
    expect(changed).toMatchObject({
      name: "Summer",
      max_concurrency: 9,
      retry_config: { max_retries: 7 },
      caller_id_strategy: "local_presence",
    });
    expect(changed.logs[0]).toMatchObject({
      event: "updated",
      actor: `user:${tenant.operator.userId}`,
      details: { name: { from: "Spring", to: "Summer" }, max_concurrency: { from: 5, to: 9 } },
    });
    const events = await test.everything
      .selectFrom("timeline_events")
      .select("payload")
      .where("campaign_id", "=", campaign.id)
      .orderBy("id", "desc")
      .execute();
    expect(events[0]?.payload).toMatchObject({
      event: "updated",
      changed: ["name", "max_concurrency", "caller_id_strategy"],
    });
  });

  it("changes those fields of retries and breaker that are sent, and checks what comes of it", async () => {
    const campaign = await draft({
      retry_config: { max_retries: 2, retry_on_voicemail: false, retry_delays_seconds: [60, 600] },
      circuit_breaker: { enabled: true, window_seconds: 300 },
    });
    const change = { retry_config: { max_retries: 3 }, circuit_breaker: { failure_threshold: 0.3, enabled: null } };
    const { body: changed } = await operator.call(updateCampaignOperation, { ...at(campaign), body: change });
    expect(changed).toMatchObject({
      retry_config: { ...campaign.retry_config, max_retries: 3 },
      circuit_breaker: { ...campaign.circuit_breaker, failure_threshold: 0.3 },
    });
    const { body: again } = await operator.call(updateCampaignOperation, { ...at(campaign), body: change });
    expect(again.logs).toHaveLength(changed.logs.length);
    const fewer = { retry_config: { max_retries: 1 } };
    expect(await operator.refused(updateCampaignOperation, { ...at(campaign), body: fewer })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "retry_config", "retry_delays_seconds"], msg: expect.stringContaining("empty list") }],
    });
    const body = { retry_config: { max_retries: 1, retry_delays_seconds: [] } };
    const { body: without } = await operator.call(updateCampaignOperation, { ...at(campaign), body });
    const none = { max_retries: 1, retry_delays_seconds: null, retry_on_voicemail: false };
    expect(without.retry_config).toMatchObject(none);
    // An empty list where there is none changes nothing.
    const { body: same } = await operator.call(updateCampaignOperation, { ...at(campaign), body });
    expect(same.logs).toHaveLength(without.logs.length);
  });

  it("keeps who is called again of those who answered, and the flag of voicemail with it", async () => {
    const campaign = await draft({ retry_config: { retry_on_answered_by: ["screening", "ivr"] } });
    expect(campaign.retry_config).toMatchObject({
      retry_on_answered_by: ["screening", "ivr"],
      retry_on_voicemail: false,
    });
    const change = (retry_config: { retry_on_voicemail: boolean } | { retry_on_answered_by: [] }) =>
      operator.call(updateCampaignOperation, { ...at(campaign), body: { retry_config } });
    const { body: flagged } = await change({ retry_on_voicemail: true });
    expect(flagged.retry_config.retry_on_answered_by).toEqual(["screening", "ivr", "voicemail"]);
    const { body: without } = await change({ retry_on_answered_by: [] });
    expect(without.retry_config).toMatchObject({ retry_on_answered_by: null, retry_on_voicemail: true });
    for (const words of [["human"], ["machine"], ["ivr", "ivr"]]) {
      const body = { retry_config: { retry_on_answered_by: words } };
      expect(await operator.refused(updateCampaignOperation, { ...at(campaign), body })).toMatchObject({ status: 422 });
    }
  });

  it("keeps a budget in the currency of its carrier's prices, changes it, and refuses any other", async () => {
    const campaign = await draft({ budget: { total_minor: 700, currency: "USD" } });
    expect(campaign.budget).toEqual({ total_minor: 700, currency: "USD" });
    const body = { budget: { total_minor: 900, currency: "USD" } };
    const { body: changed } = await operator.call(updateCampaignOperation, { ...at(campaign), body });
    expect(changed.budget).toEqual(body.budget);
    const euros = { budget: { total_minor: 900, currency: "EUR" } };
    const refused = { status: 422, detail: [{ loc: ["body", "budget", "currency"] }] };
    expect(await operator.refused(updateCampaignOperation, { ...at(campaign), body: euros })).toMatchObject(refused);
    const making = { name: "Euros", workflow_id: agentId, contact_list_id: listId, ...euros };
    expect(await operator.refused(createCampaignOperation, { body: making })).toMatchObject(refused);
  });

  it("has none of the settings that are unset, and says so in its log", async () => {
    const settings = {
      budget: { total_minor: 700, currency: "USD" },
      max_concurrency: 5,
      caller_id_strategy: "rotate",
      schedule_config: { timezone: "UTC", slots: [{ day_of_week: 0, start_time: "09:00", end_time: "17:00" }] },
    };
    const campaign = await draft(settings);
    const unset = ["budget", "max_concurrency", "caller_id_strategy", "schedule_config"] as const;
    const change = { ...at(campaign), body: { unset: [...unset] } };
    const { body } = await operator.call(updateCampaignOperation, change);
    expect(body).toMatchObject({
      budget: null,
      max_concurrency: null,
      caller_id_strategy: null,
      schedule_config: null,
    });
    const updated = body.logs.find(({ event }) => event === "updated");
    expect(updated?.details).toMatchObject({ budget: { from: settings.budget, to: null } });
    const { body: again } = await operator.call(updateCampaignOperation, change);
    expect(again.logs).toHaveLength(body.logs.length);
    const both = { ...at(campaign), body: { max_concurrency: 3, unset: [unset[1]] } };
    expect(await operator.refused(updateCampaignOperation, both)).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "unset"], msg: expect.stringContaining("max_concurrency is given and unset") }],
    });
  });

  it("says nothing when nothing changes", async () => {
    const campaign = await draft();
    const { body } = await operator.call(updateCampaignOperation, { ...at(campaign), body: { name: "Spring" } });
    expect(body.logs).toHaveLength(campaign.logs.length);
  });

  it("is for draft and paused campaigns", async () => {
    const campaign = await draft();
    await setState(campaign.id, "paused");
    await operator.call(updateCampaignOperation, { ...at(campaign), body: { max_concurrency: 3 } });
    for (const state of ["running", "completed", "failed"] as const) {
      await setState(campaign.id, state);
      const answer = await operator.refused(updateCampaignOperation, { ...at(campaign), body: { max_concurrency: 4 } });
      expect(answer.status).toBe(409);
    }
    expect((await operator.call(getCampaignOperation, at(campaign))).body.max_concurrency).toBe(3);
  });

  it("refuses a mistyped field and an unknown campaign", async () => {
    const campaign = await draft();
    const mistyped = await operator.refused(updateCampaignOperation, { ...at(campaign), body: { max_concurency: 4 } });
    expect(mistyped.detail).toMatchObject([{ loc: ["body", "max_concurency"] }]);
    expect((await operator.refused(updateCampaignOperation, { ...at({ id: 999_999 }), body: {} })).status).toBe(404);
  });
});

interface ListQuery {
  limit?: number;
  before_id?: number;
  state?: "draft" | "paused";
  contact_list_id?: number;
  q?: string;
  cursor?: string;
}

describe("the list of campaigns", () => {
  it("is newest first, without logs, in pages, by state, and only the organization's", async () => {
    const other = await createTenant(test);
    const client = api.client({ token: other.operator.token });
    const agent = await createAgentRows(test, other);
    const list = await createContactListRows(test, other);
    const made: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.unshift((await createCampaign(client, { workflow_id: agent.agentId, contact_list_id: list })).id);
    }
    const ids = async (query: ListQuery) =>
      (await client.call(listCampaignsOperation, { query })).body.campaigns.map(({ id }) => id);
    expect(await ids({})).toEqual(made);
    expect(await ids({ limit: 2 })).toEqual(made.slice(0, 2));
    expect(await ids({ limit: 2, before_id: made[1] ?? 0 })).toEqual(made.slice(2, 4));
    const walked: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await client.call(listCampaignsOperation, { query: { limit: 2, cursor } });
      walked.push(...body.campaigns.map(({ id }) => id));
      expect(body.campaigns.length).toBeLessThanOrEqual(2);
      cursor = body.next_cursor;
    }
    expect(walked).toEqual(made);
    expect((await client.call(listCampaignsOperation, { query: { limit: 5 } })).body.next_cursor).toBeNull();
    const nonsense = await client.refused(listCampaignsOperation, { query: { cursor: "nonsense" } });
    expect(nonsense).toMatchObject({ status: 422, detail: [{ loc: ["query", "cursor"] }] });
    await setState(made[3] ?? 0, "paused");
    expect(await ids({ state: "paused" })).toEqual([made[3]]);
    const otherList = await createContactListRows(test, other);
    const ofOtherList = await createCampaign(client, { workflow_id: agent.agentId, contact_list_id: otherList });
    expect(await ids({ contact_list_id: otherList })).toEqual([ofOtherList.id]);
    expect(await ids({ contact_list_id: list, limit: 2 })).toEqual(made.slice(0, 2));
    expect(await ids({ contact_list_id: list })).toEqual(made);
    await client.call(updateCampaignOperation, {
      params: { campaign_id: made[4] ?? 0 },
      body: { name: "100% of May" },
    });
    await client.call(updateCampaignOperation, {
      params: { campaign_id: made[2] ?? 0 },
      body: { name: "Later in May" },
    });
    expect(await ids({ q: "may" })).toEqual([made[2], made[4]]);
    const { body: first } = await client.call(listCampaignsOperation, { query: { q: "may", limit: 1 } });
    expect(await ids({ q: "may", limit: 1, cursor: first.next_cursor ?? "" })).toEqual([made[4]]);
    // Wildcards are taken literally.
    expect(await ids({ q: "0%" })).toEqual([made[4]]);
    const { campaigns } = (await client.call(listCampaignsOperation, {})).body;
    expect(campaigns.every(({ logs }) => logs.length === 0)).toBe(true);
    expect((await client.refused(listCampaignsOperation, { query: { limit: 101 } })).status).toBe(422);
  });

  it("answers under its other spelling, which ignores unknown fields", async () => {
    const viewer = api.client({ token: tenant.viewer.token });
    expect((await viewer.fetch("/api/v1/campaign/")).status).toBe(200);
    const body = JSON.stringify({ name: "Old client", workflow_id: agentId, contact_list_id: listId, colour: "blue" });
    const headers = { "content-type": "application/json" };
    expect((await operator.fetch("/api/v1/campaign/create", { method: "POST", body, headers })).status).toBe(200);
    expect((await operator.fetch("/api/v1/campaigns/create", { method: "POST", body, headers })).status).toBe(422);
  });
});

describe("commands that need no workflow", () => {
  it("a draft is canceled at once, once more is the same, and then it is over", async () => {
    const campaign = await draft();
    const { body } = await operator.call(cancelCampaignOperation, at(campaign));
    expect(body).toMatchObject({ state: "canceled", completed_at: expect.any(String) });
    expect(body.logs[0]).toMatchObject({ event: "canceled", actor: `user:${tenant.operator.userId}` });
    const again = await operator.call(cancelCampaignOperation, at(campaign));
    expect(again.body.logs).toHaveLength(body.logs.length);
    for (const operation of [startCampaignOperation, pauseCampaignOperation, resumeCampaignOperation]) {
      expect((await operator.refused(operation, { ...at(campaign), body: {} })).status).toBe(409);
    }
  });

  it("a draft can be neither paused nor resumed nor redialled: 409 with what to do", async () => {
    const campaign = await draft();
    for (const operation of [pauseCampaignOperation, resumeCampaignOperation]) {
      const answer = await operator.refused(operation, at(campaign));
      expect(answer).toMatchObject({ status: 409, detail: expect.stringContaining("start it first") });
    }
    expect((await operator.refused(redialCampaignOperation, { ...at(campaign), body: {} })).status).toBe(409);
  });

  it("a redial needs a reason", async () => {
    const campaign = await draft();
    const none = { retry_on_voicemail: false, retry_on_no_answer: false, retry_on_busy: false };
    const body = { ...none, retry_on_failed: false };
    expect((await operator.refused(redialCampaignOperation, { ...at(campaign), body })).status).toBe(422);
  });

  it("a start needs consent, an agent and a carrier that are ready, in the right kind of key", async () => {
    const start = (campaign: { id: number }, client = operator) =>
      client.refused(startCampaignOperation, { ...at(campaign), body: {} });
    const unattested = await start(await draft({ consent_attested: false }));
    expect(unattested).toMatchObject({ status: 422, detail: [{ loc: ["body", "consent_attested"] }] });

    const { agentId: archived } = await createAgentRows(test, tenant, { name: "Old" });
    const withAgent = await draft({ workflow_id: archived });
    await test.everything.updateTable("agents").set({ status: "archived" }).where("id", "=", archived).execute();
    expect((await start(withAgent)).status).toBe(400);

    const twilio = await createTwilioConfiguration(test, { organizationId: tenant.organizationId });
    const withTwilio = await draft({ telephony_configuration_id: twilio });
    expect(await start(withTwilio)).toMatchObject({ status: 400, detail: expect.stringContaining("phone number") });
    const sandbox = api.client({ apiKey: (await createKey(test, { tenant, environment: "sandbox" })).apiKey });
    expect((await start(withTwilio, sandbox)).status).toBe(403);
  });

  it("a campaign whose list went before it took its contacts is not resumed with nobody to call", async () => {
    const campaign = await draft();
    await setState(campaign.id, "failed");
    await test.everything
      .updateTable("campaigns")
      .set({ contact_list_id: null })
      .where("id", "=", campaign.id)
      .execute();
    expect(await operator.refused(resumeCampaignOperation, at(campaign))).toMatchObject({
      status: 409,
      code: "contact_list_gone",
    });
  });

  it("viewers command nothing", async () => {
    const campaign = await draft();
    const viewer = api.client({ token: tenant.viewer.token });
    for (const operation of [
      startCampaignOperation,
      pauseCampaignOperation,
      cancelCampaignOperation,
      updateCampaignOperation,
    ]) {
      expect((await viewer.refused(operation, { ...at(campaign), body: {} })).status).toBe(403);
    }
    expect((await viewer.call(getCampaignOperation, at(campaign))).body.state).toBe("draft");
  });

  it("without a workflow engine a start is 503, and the campaign stays a draft", async () => {
    const campaign = await draft();
    const answer = await operator.refused(startCampaignOperation, { ...at(campaign), body: {} });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect((await operator.call(getCampaignOperation, at(campaign))).body.state).toBe("draft");
  });
});
