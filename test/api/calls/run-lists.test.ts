import { beforeEach, describe, expect, it } from "@jest/globals";
import { getRunOperation, listRunsOperation, listUsageOperation } from "../../../api/calls/calls.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let tenant: Tenant;
let viewer: ApiClient;
let agent: { organizationId: number; agentId: number; versionId: number };

const { test, api } = await useTestApi({ environment: { TEMPORAL_ADDRESS: "127.0.0.1:9" } });

beforeEach(async () => {
  tenant = await createTenant(test);
  viewer = api.client(tenant.viewer);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});

const add = async (...calls: Parameters<typeof createRunRow>[2][]): Promise<number[]> => {
  const ids: number[] = [];
  for (const values of calls) ids.push((await createRunRow(test, agent, values)).id);
  return ids;
};
const usedTokens = (prompt_tokens: number, completion_tokens: number) => ({
  requests: 1,
  prompt_tokens,
  completion_tokens,
  estimated: false,
  cost_minor: null,
  currency: null,
});
const list = async (query: object = {}) =>
  (await viewer.call(listRunsOperation, { params: { workflow_id: agent.agentId }, query })).body;
const usage = async (query: object = {}) => (await viewer.call(listUsageOperation, { query })).body;
const filter = (attribute: string, value: object) => JSON.stringify([{ attribute, type: "any", value }]);
const idsOf = (answer: { runs: { id: number }[] }) => answer.runs.map(({ id }) => id);

describe("runs of one agent", () => {
  it("come newest first, by pages, with their count", async () => {
    const ids = await add(...Array.from({ length: 5 }, () => endedCall()));
    const other = await createAgentRows(test, tenant);
    await createRunRow(test, { ...agent, ...other });
    const first = await list({ limit: 2 });
    expect(idsOf(first)).toEqual([ids[4], ids[3]]);
    expect(first).toMatchObject({ total_count: 5, page: 1, limit: 2, total_pages: 3 });
    expect(idsOf(await list({ limit: 2, page: 3 }))).toEqual([ids[0]]);
    expect(idsOf(await list({ sort_order: "asc", limit: 1 }))).toEqual([ids[0]]);
  });

  it("leave logs and annotations to the single run", async () => {
    const [id] = await add(endedCall({ annotations: { note: "kind" }, gathered_context: { mood: "good" } }));
    const [row] = (await list()).runs;
    expect(row).toMatchObject({ id, logs: null, annotations: null, call_type: "outbound", is_completed: true });
    const params = { workflow_id: agent.agentId, run_id: id! };
    expect((await viewer.call(getRunOperation, { params })).body).toMatchObject({
      annotations: { note: "kind" },
      logs: { carrier_events: [] },
      gathered_context: { mood: "good", mapped_call_disposition: "answered" },
    });
  });

  it("say why a call waits whose carrier cannot be asked", async () => {
    const why = { tries: 3, last_error: "503: try later", last_tried_at: "2026-11-02T09:00:00.000Z" };
    const [waits, goesOn] = await add({ state: "dialing", carrier_unreachable: why }, { state: "dialing" });
    const params = { workflow_id: agent.agentId, run_id: waits! };
    expect((await viewer.call(getRunOperation, { params })).body.carrier_unreachable).toEqual(why);
    expect((await list()).runs.map(({ id, carrier_unreachable }) => [id, carrier_unreachable])).toEqual([
      [goesOn, null],
      [waits, why],
    ]);
  });

  it("put calls without a duration last when the longest come first", async () => {
    const [none, short, long] = await add(
      { state: "blocked" },
      endedCall({ duration_seconds: 5 }),
      endedCall({ duration_seconds: 500 }),
    );
    expect(idsOf(await list({ sort_by: "duration" }))).toEqual([long, short, none]);
    expect(idsOf(await list({ sort_by: "duration", sort_order: "asc" }))).toEqual([none, short, long]);
  });

  it("belong to their organization and agent alone", async () => {
    const [id] = await add(endedCall());
    const stranger = api.client((await createTenant(test, "Another")).viewer);
    const params = { workflow_id: agent.agentId, run_id: id! };
    expect(await stranger.refused(getRunOperation, { params })).toMatchObject({ status: 404 });
    expect(await stranger.refused(listRunsOperation, { params })).toMatchObject({ status: 404 });
    const other = await createAgentRows(test, tenant);
    const elsewhere = { workflow_id: other.agentId, run_id: id! };
    expect(await viewer.refused(getRunOperation, { params: elsewhere })).toMatchObject({ status: 404 });
  });
});

describe("filters of an agent's runs", () => {
  it("narrow by disposition, in our words and the published clients'", async () => {
    const [answered, noAnswer, custom] = await add(
      endedCall(),
      endedCall({ outcome: "no_answer" }),
      endedCall({ disposition: "interested" }),
    );
    const by = async (...codes: string[]) => idsOf(await list({ filters: filter("dispositionCode", { codes }) }));
    expect(await by("answered")).toEqual([answered]);
    expect(await by("no_answer")).toEqual([noAnswer]);
    expect(await by("no-answer")).toEqual([noAnswer]);
    expect(await by("interested", "answered")).toEqual([custom, answered]);
  });

  it("narrow by day, duration, status and tokens", async () => {
    const [old, young, live] = await add(
      endedCall({ created_at: "2026-01-01T23:59:59Z", duration_seconds: 10 }),
      endedCall({ created_at: "2026-01-02T00:00:00Z", duration_seconds: 20, model_usage: usedTokens(90, 10) }),
      { state: "ringing", created_at: "2026-01-03T00:00:00Z" },
    );
    const by = async (attribute: string, value: object) => idsOf(await list({ filters: filter(attribute, value) }));
    expect(await by("dateRange", { from: "2026-01-02" })).toEqual([live, young]);
    expect(await by("dateRange", { from: "2026-01-01", to: "2026-01-01" })).toEqual([old]);
    expect(await by("dateRange", { to: "2026-01-02T01:00:00+01:00" })).toEqual([young, old]);
    expect(await by("dateRange", { to: "2026-01-01T23:59:59" })).toEqual([old]);
    expect(await by("duration", { min: 15 })).toEqual([young]);
    expect(await by("duration", { min: 5, max: 15 })).toEqual([old]);
    expect(await by("status", { status: "completed" })).toEqual([young, old]);
    expect(await by("status", { status: "in_progress" })).toEqual([live]);
    expect(await by("tokenUsage", { min: 100 })).toEqual([young]);
    expect(await by("tokenUsage", { min: 101 })).toEqual([]);
    expect(await by("tokenUsage", { max: 99 })).toEqual([live, old]);
  });

  it("are parameters of their own as well, which hold together", async () => {
    const [old, young, live] = await add(
      endedCall({ created_at: "2026-01-01T23:59:59Z", outcome: "busy" }),
      endedCall({ created_at: "2026-01-02T00:00:00Z", outcome: "no_answer", disposition: "interested" }),
      { state: "ringing", created_at: "2026-01-03T00:00:00Z" },
    );
    expect(idsOf(await list({ outcome: "busy" }))).toEqual([old]);
    expect(idsOf(await list({ disposition: "interested" }))).toEqual([young]);
    expect(idsOf(await list({ status: "in_progress" }))).toEqual([live]);
    expect(idsOf(await list({ call_direction: "inbound" }))).toEqual([]);
    expect(idsOf(await list({ environment: "sandbox" }))).toEqual([]);
    expect(idsOf(await list({ start_date: "2026-01-02", end_date: "2026-01-02" }))).toEqual([young]);
    expect(idsOf(await list({ start_date: "2026-01-02", status: "completed", outcome: "busy" }))).toEqual([]);
  });

  it("hold together, and come back as they were applied", async () => {
    const [match] = await add(endedCall({ outcome: "busy", duration_seconds: 7 }), endedCall({ outcome: "busy" }));
    const filters = [
      { attribute: "dispositionCode", type: "multiSelect", value: { codes: ["busy"] } },
      { attribute: "duration", type: "numberRange", value: { min: 0, max: 10 } },
    ];
    const answer = await list({ filters: JSON.stringify(filters) });
    expect(idsOf(answer)).toEqual([match]);
    expect(answer.applied_filters).toEqual(filters);
    expect(answer.total_count).toBe(1);
  });

  it.each([
    ["no JSON", "[{", 400],
    ["no list", '{"attribute":"status"}', 400],
    ["a value of another kind", filter("status", { status: "soon" }), 400],
    ["a day that is none", filter("dateRange", { from: "2026-02-30" }), 400],
    ["a number that no integer holds", filter("duration", { max: 9e12 }), 400],
    ["an attribute of another list", filter("calledNumber", { value: "+1" }), 403],
    ["an attribute that nobody knows", filter("colour", { value: "red" }), 422],
  ])("refuse %s", async (_what, filters, status) => {
    const params = { workflow_id: agent.agentId };
    const refusal = await viewer.refused(listRunsOperation, { params, query: { filters } });
    expect(refusal.status).toBe(status);
    if (status === 400) expect(refusal.detail).toBe("Invalid filter format");
  });
});

describe("usage", () => {
  it("sums talk time and cost by currency over the whole selection, whatever page is shown", async () => {
    const ids = await add(
      endedCall({ duration_seconds: 30, cost_minor: 2 }),
      endedCall({ duration_seconds: 60, cost_minor: 3 }),
      endedCall({ duration_seconds: 10, cost_minor: 7, currency: "EUR" }),
      { state: "blocked", outcome: "blocked_dnc" },
    );
    const answer = await usage({ limit: 1 });
    expect(answer).toMatchObject({
      total_count: 4,
      total_pages: 4,
      total_duration_seconds: 100,
      total_costs: [
        { currency: "EUR", cost_minor: 7 },
        { currency: "USD", cost_minor: 5 },
      ],
    });
    expect(answer.runs).toMatchObject([
      { id: ids[3], workflow_name: "Reception", cost_minor: null, call_duration_seconds: 0 },
    ]);
  });

  it("is empty for an organization that has called nobody", async () => {
    expect(await usage()).toMatchObject({ runs: [], total_count: 0, total_duration_seconds: 0, total_costs: [] });
  });

  it("is narrowed by agent, campaign, number and outcome, and says where there is no such agent", async () => {
    const [first, second] = await add(
      endedCall({ called_number: "+14155550199", outcome: "busy", ended_at: new Date() }),
      endedCall({ caller_number: "+14155550199", outcome: "answered" }),
    );
    expect(idsOf(await usage({ workflow_id: agent.agentId }))).toEqual([second, first]);
    expect(idsOf(await usage({ phone_number: "+1 (415) 555-0199" }))).toEqual([second, first]);
    expect(idsOf(await usage({ phone_number: "0199", outcome: "busy" }))).toEqual([first]);
    for (const unknown of [{ workflow_id: 999_999 }, { campaign_id: 999_999 }]) {
      expect((await viewer.refused(listUsageOperation, { query: unknown })).status).toBe(404);
    }
    const report = async (query: string) =>
      (await viewer.fetch(`/api/v1/organizations/usage/runs/report?${query}`)).text();
    expect((await report("phone_number=0199&outcome=busy")).trim().split("\n")).toHaveLength(2);
    expect((await viewer.fetch("/api/v1/organizations/usage/runs/report?workflow_id=999999")).status).toBe(404);
  });

  it("takes whole days, numbers, ids, direction, channel, environment and calls under way", async () => {
    const [first, inbound, chat] = await add(
      endedCall({ called_number: "+14155550199", created_at: "2026-01-01T12:00:00Z" }),
      endedCall({ direction: "inbound", caller_number: "+4930901820", created_at: "2026-01-02T12:00:00Z" }),
      { mode: "textchat", environment: "sandbox", created_at: "2026-01-03T12:00:00Z" },
    );
    const all = [chat, inbound, first];
    const by = async (attribute: string, value: object) => idsOf(await usage({ filters: filter(attribute, value) }));
    expect(idsOf(await usage({ start_date: "2026-01-02", end_date: "2026-01-02" }))).toEqual([inbound]);
    expect(await by("calledNumber", { value: "0199" })).toEqual([first]);
    expect(await by("callerNumber", { value: "+4930" })).toEqual([inbound]);
    expect(await by("callerNumber", { value: "+493090" })).toEqual([inbound]);
    expect(await by("callerNumber", { value: "+49 (30) 90-18/20" })).toEqual([inbound]);
    expect(await by("calledNumber", { value: "01 99" })).toEqual([first]);
    expect(await by("calledNumber", { value: "no_such%number" })).toEqual([]);
    expect(await by("calledNumber", { value: "%" })).toEqual([]);
    expect(await by("runId", { value: first })).toEqual([first]);
    expect(await by("workflowId", { value: agent.agentId })).toEqual(all);
    expect(await by("campaignId", { value: 1 })).toEqual([]);
    expect(await by("callDirection", { status: "inbound" })).toEqual([inbound]);
    expect(await by("callChannel", { status: "chat" })).toEqual([chat]);
    expect(await by("callChannel", { status: "telephony" })).toEqual([inbound, first]);
    expect(await by("callChannel", { status: "web" })).toEqual([]);
    expect(await by("environment", { status: "sandbox" })).toEqual([chat]);
    expect(await by("environment", { status: "production" })).toEqual([inbound, first]);
    // The session in text has not begun, and is not over.
    expect(await by("status", { status: "in_progress" })).toEqual([chat]);
    expect(await by("status", { status: "completed" })).toEqual([inbound, first]);
    expect(await by("phoneNumber", { value: "0199" })).toEqual([first]);
    expect(await by("phoneNumber", { value: "+4930" })).toEqual([inbound]);
    const mistyped = { query: { filters: filter("calledNumbers", { value: "0199" }) } };
    expect(await viewer.refused(listUsageOperation, mistyped)).toMatchObject({
      status: 422,
      detail: [{ loc: ["query", "filters"], msg: expect.stringContaining("calledNumber,") }],
    });
  });

  it.each([
    ["dateRange", { from: "2027-01-01" }, "start_date and end_date"],
    ["tokenUsage", { min: 1 }, "one agent or one campaign"],
  ])("refuses %s, which is for other lists, and says what to send instead", async (attribute, value, instead) => {
    await add(endedCall());
    const filters = filter(attribute, value);
    const sentence = `This list cannot be filtered by ${attribute}`;
    const refusal = await viewer.refused(listUsageOperation, { query: { filters } });
    expect(refusal).toMatchObject({ status: 422, detail: [{ loc: ["query", "filters"] }] });
    expect(JSON.stringify(refusal.detail)).toContain(sentence);
    expect(JSON.stringify(refusal.detail)).toContain(instead);
    const report = `/api/v1/organizations/usage/runs/report?filters=${encodeURIComponent(filters)}`;
    expect((await viewer.fetch(report)).status).toBe(422);
  });

  it("shows nothing of another organization", async () => {
    await add(endedCall());
    const stranger = api.client((await createTenant(test, "Another")).viewer);
    expect((await stranger.call(listUsageOperation)).body).toMatchObject({ runs: [], total_count: 0, total_costs: [] });
  });
});

it("days are those of the organization's zone, also of 23 hours, and instants stay instants", async () => {
  await test.everything
    .updateTable("organizations")
    .set({ timezone: "Europe/Berlin" })
    .where("id", "=", tenant.organizationId)
    .execute();
  // The clocks of Berlin are put forward on 2026-03-29: the day is from 23:00 to 22:00 in UTC.
  const at = (time: string) => endedCall({ created_at: new Date(time), duration_seconds: 60 });
  const [before, first, last, after] = await add(
    at("2026-03-28T22:59:59Z"),
    at("2026-03-28T23:00:00Z"),
    at("2026-03-29T21:59:59Z"),
    at("2026-03-29T22:00:00Z"),
  );
  const day = "2026-03-29";
  const used = await usage({ start_date: day, end_date: day });
  expect(idsOf(used)).toEqual([last, first]);
  expect(used).toMatchObject({ total_count: 2, total_duration_seconds: 120 });
  expect(idsOf(await list({ filters: filter("dateRange", { from: day, to: day }) }))).toEqual([last, first]);
  expect(idsOf(await usage({ end_date: "2026-03-28" }))).toEqual([before]);
  expect(idsOf(await usage({ start_date: `${day}T22:00:00Z` }))).toEqual([after]);
});
