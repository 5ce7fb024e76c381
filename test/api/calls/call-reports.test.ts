import { request } from "node:http";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { dailyUsageOperation, reportAgentOperation } from "../../../api/calls/call-reports.operations.ts";
import { listUsageOperation } from "../../../api/calls/calls.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let tenant: Tenant;
let viewer: ApiClient;
let agent: { organizationId: number; agentId: number; versionId: number };
let now = new Date("2026-03-30T12:00:00Z");

const { test, api } = await useTestApi({
  environment: { TEMPORAL_ADDRESS: "127.0.0.1:9" },
  dependencies: { clock: { now: () => now } },
});
beforeEach(async () => {
  now = new Date();
  tenant = await createTenant(test);
  viewer = api.client(tenant.viewer);
  agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
});

const add = async (values: Parameters<typeof createRunRow>[2], of = agent): Promise<number> => {
  const ended_at = values?.created_at ?? new Date();
  return (await createRunRow(test, of, { ...endedCall({ ended_at }), ...values })).id;
};
const rowsOf = async (path: string): Promise<string[][]> => parse(await (await viewer.fetch(`/api/v1${path}`)).text());
const idsOf = async (path: string) => (await rowsOf(path)).slice(1).map(([id]) => Number(id));

describe("the report of an agent", () => {
  it("has every call of it that ended, the other side's number, and what was gathered", async () => {
    const outbound = await add({ gathered_context: { mood: "good", call_tags: ["vip"] } });
    const inbound = await add({ direction: "inbound", caller_number: "+14155550111", called_number: "+12025550100" });
    await add({ state: "in_progress", ended_at: null });
    const other = { ...agent, ...(await createAgentRows(test, tenant)) };
    await add({}, other);
    const [header, ...rows] = await rowsOf(`/workflow/${agent.agentId}/report`);
    expect(header?.slice(5, 10)).toEqual([
      "Phone Number",
      "Call Disposition",
      "Call Duration (s)",
      "mood",
      "Call Tags",
    ]);
    expect(rows.map((row) => [Number(row[0]), row[5], row[8]])).toEqual([
      [outbound, "+14155550100", "good"],
      [inbound, "+14155550111", ""],
    ]);
  });

  it("is of the days asked for, as a file with a name", async () => {
    const old = await add({ created_at: "2026-01-01T23:59:59Z" });
    const young = await add({ created_at: "2026-01-02T00:00:00Z" });
    const path = `/workflows/${agent.agentId}/report`;
    expect(await idsOf(`${path}?end_date=2026-01-01`)).toEqual([old]);
    expect(await idsOf(`${path}?start_date=2026-01-02`)).toEqual([young]);
    const response = await viewer.fetch(`/api/v1${path}?format=xlsx`);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="agent-${agent.agentId}-report.xlsx"`,
    );
    await response.arrayBuffer();
  });

  it("is nobody else's", async () => {
    const stranger = api.client((await createTenant(test, "Another")).viewer);
    const params = { workflow_id: agent.agentId };
    expect(await stranger.refused(reportAgentOperation, { params })).toMatchObject({ status: 404 });
  });
});

it("two reports of an organization are made at a time, until they are sent; ten more wait, and another organization's does not", async () => {
  const id = await add({});
  await sql`insert into call_runs (organization_id, uuid, agent_id, agent_version_id, name, mode, state, outcome, direction, ended_at, gathered_context)
    select organization_id, gen_random_uuid(), agent_id, agent_version_id, name, mode, state, outcome, direction, ended_at,
      jsonb_build_object('mood', repeat('x', 20000)) from call_runs, generate_series(1, 1500) where id = ${id}`.execute(
    test.everything,
  );
  const path = `/api/v1/workflows/${agent.agentId}/report`;
  const asked = Array.from({ length: 20 }, () =>
    request(`${api.baseUrl}${path}`, { headers: { authorization: `Bearer ${tenant.viewer.token}` } }).end(),
  );
  const statuses: (number | undefined)[] = [];
  for (const each of asked) {
    each.on("response", ({ statusCode }) => statuses.push(statusCode));
    each.on("error", () => {});
  }
  await waitUntil("eight are refused", () => statuses.filter((status) => status === 429).length === 8);
  const other = await createTenant(test);
  const otherAgent = await createAgentRows(test, other);
  const theirs = await api.client(other.viewer).fetch(`/api/v1/workflows/${otherAgent.agentId}/report`);
  expect([theirs.status, (await theirs.text()).trim().split("\n").length]).toEqual([200, 1]);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
  for (const each of asked) each.destroy();
});

describe("the report of usage", () => {
  it("has the ended calls of the list with the same filters, and of no other organization", async () => {
    const filters = encodeURIComponent(JSON.stringify([{ attribute: "duration", type: "any", value: { min: 60 } }]));
    await add({ duration_seconds: 5 });
    const long = await add({ duration_seconds: 61 });
    const elsewhere = { ...agent, ...(await createAgentRows(test, tenant)) };
    const another = await add({ duration_seconds: 600 }, elsewhere);
    const stranger = await createTenant(test, "Another");
    const theirs = { organizationId: stranger.organizationId, ...(await createAgentRows(test, stranger)) };
    await add({ duration_seconds: 600 }, theirs);
    expect(await idsOf(`/organizations/usage/runs/report?filters=${filters}`)).toEqual([long, another]);
    expect(await idsOf("/organizations/usage/runs/report")).toHaveLength(3);
    expect((await viewer.fetch("/api/v1/organizations/usage/runs/report?filters=[")).status).toBe(400);
  });
});

describe("usage by day", () => {
  const daily = async (query: object = {}) => (await viewer.call(dailyUsageOperation, { query })).body;
  const inZone = (timezone: string | null) =>
    test.everything.updateTable("organizations").set({ timezone }).where("id", "=", tenant.organizationId).execute();

  it("is of the organization's days, also where its clocks change, and leaves no day out", async () => {
    await inZone("Europe/Berlin");
    now = new Date("2026-03-30T12:00:00Z");
    const used = { prompt_tokens: 100, completion_tokens: 20, requests: 1, estimated: false };
    const model_usage = { ...used, cost_minor: null, currency: null };
    // The 29th has 23 hours there: from 23:00 UTC to 22:00 UTC.
    await add({ created_at: "2026-03-28T22:59:59Z", duration_seconds: 60 });
    await add({ created_at: "2026-03-28T23:00:00Z", duration_seconds: 90, cost_minor: 5, model_usage });
    await add({ created_at: "2026-03-29T21:59:59Z", duration_seconds: 30, cost_minor: 7, currency: "EUR" });
    await add({ created_at: "2026-03-29T22:00:00Z", duration_seconds: null, cost_minor: null, currency: null });
    await add({ created_at: "2026-03-26T22:00:00Z" });
    const answer = await daily({ days: 4 });
    const none = { duration_seconds: 0, minutes: 0, costs: [], tokens: { prompt: 0, completion: 0 } };
    expect(answer).toMatchObject({
      timezone: "Europe/Berlin",
      days: [
        { date: "2026-03-27", calls: 0, ...none },
        { date: "2026-03-28", calls: 1, minutes: 1, costs: [{ currency: "USD", cost_minor: 2 }] },
        {
          date: "2026-03-29",
          calls: 2,
          duration_seconds: 120,
          minutes: 2,
          costs: [
            { currency: "EUR", cost_minor: 7 },
            { currency: "USD", cost_minor: 5 },
          ],
          tokens: { prompt: 100, completion: 20 },
        },
        { date: "2026-03-30", calls: 1, ...none },
      ],
      total: { calls: 4, duration_seconds: 180, minutes: 3, tokens: { prompt: 100, completion: 20 } },
    });
  });

  it("adds up to the list of the same days", async () => {
    await inZone("Europe/Berlin");
    now = new Date("2026-03-30T12:00:00Z");
    await add({ created_at: "2026-03-28T23:30:00Z" });
    for (const hour of [1, 9, 17, 23]) await add({ created_at: `2026-03-29T${String(hour).padStart(2, "0")}:00:00Z` });
    const { total } = await daily({ days: 2 });
    const query = { start_date: "2026-03-29", end_date: "2026-03-30" };
    const list = (await viewer.call(listUsageOperation, { query })).body;
    expect(total).toMatchObject({
      calls: list.total_count,
      duration_seconds: list.total_duration_seconds,
      costs: list.total_costs,
    });
    expect(await viewer.refused(dailyUsageOperation, { query: { days: 91 } })).toMatchObject({ status: 422 });
  });
});
