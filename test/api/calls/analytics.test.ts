import { beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { z } from "zod";
import {
  askAnalyticsOperation,
  listMeasuresOperation,
  reportAnalyticsOperation,
} from "../../../api/calls/analytics/analytics.operations.ts";
import { listUsageOperation } from "../../../api/calls/calls.operations.ts";
import { DIMENSION_NAMES, MEASURE_NAMES } from "../../../domain/analytics/measures.rules.ts";
import { createAgentRows, minimalDefinition } from "../../factories/agents.ts";
import { createKey, createTenant } from "../../factories/tenant.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { type CallsOfTenant, fillCalls } from "./analytics-rig.ts";

const { test, api, tenant } = await useTenantApi();
const viewer = api.client({ token: tenant.viewer.token });
const ALWAYS = { start_date: "2025-01-01", end_date: "2026-12-31" };
let calls: CallsOfTenant;

beforeAll(async () => {
  calls = await fillCalls(test, tenant);
  await fillCalls(test, await createTenant(test, "Another"));
});

const ask = async (query: object, client = viewer) =>
  (await client.call(askAnalyticsOperation, { query: { ...ALWAYS, ...query } })).body;

const totalOf = z.object({ total_count: z.number() });

/** Returns how many calls the list of calls has for a figure's query. */
const countBehind = async (query: string): Promise<number> => {
  const response = await viewer.fetch(`/api/v1${listUsageOperation.path}?${query}&limit=1`);
  const body = totalOf.parse(await response.json());
  expect([response.status, query]).toEqual([200, query]);
  return body.total_count;
};

describe("figures of calls", () => {
  const dimension = fc.constantFrom(...DIMENSION_NAMES, "variable:plan", "variable:agrees", "variable:amount");
  const measure = fc.constantFrom(...MEASURE_NAMES, "variable:amount", "filled:plan");
  const question = fc.record(
    {
      by: fc.uniqueArray(dimension, { maxLength: 2 }).map((names) => names.join(",")),
      measures: fc.uniqueArray(measure, { minLength: 1, maxLength: 3 }).map((names) => names.join(",")),
      timezone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"),
      environment: fc.constantFrom("production", "sandbox"),
      outcome: fc.constantFrom("answered", "busy"),
      disposition: fc.constantFrom("Interested", "answered", "no-answer"),
      status: fc.constantFrom("completed", "in_progress"),
      call_direction: fc.constantFrom("inbound", "outbound"),
      phone_number: fc.constantFrom("5551003", "+14155551001"),
      agent: fc.constantFrom(0, 1),
      campaign: fc.constantFrom(0, 1),
      start_date: fc.constantFrom("2025-12-31", "2026-03-29", "2026-03-29T00:10:00Z", "2026-10-25T01:30:00+02:00"),
      end_date: fc.constantFrom("2026-03-29", "2026-10-25T00:30:00Z", "2026-10-25"),
      filters: fc.constantFrom(
        JSON.stringify([{ attribute: "duration", value: { min: 10, max: 40 } }]),
        JSON.stringify([{ attribute: "callChannel", value: { status: "chat" } }]),
      ),
    },
    { requiredKeys: ["by", "measures", "environment"] },
  );

  it("count exactly the calls that the list has for their query, whatever is asked and however it is filtered", async () => {
    await fc.assert(
      fc.asyncProperty(question, fc.nat(), async ({ agent, campaign, ...asked }, seed) => {
        const subjects = {
          ...(agent !== undefined && { workflow_id: calls.agentIds[agent] }),
          ...(campaign !== undefined && { campaign_id: calls.campaignIds[campaign] }),
        };
        const { body } = await viewer.call(askAnalyticsOperation, { query: { ...ALWAYS, ...asked, ...subjects } });
        const rows = [...body.rows, body.total];
        const row = rows[seed % rows.length] ?? body.total;
        expect(await countBehind(row.calls_query)).toBe(row.calls);
        for (const figure of row.figures) expect(await countBehind(figure.calls_query)).toBe(figure.calls);
        if (asked.by !== "") expect(body.rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(body.total.calls);
      }),
      { numRuns: 150 },
    );
  });

  it.each([...DIMENSION_NAMES, "variable:plan", "variable:agrees"])(
    "lead from each row by %s to its calls, those without a value too",
    async (by) => {
      const { rows } = await ask({ by, measures: "talk_time", timezone: "Europe/Berlin" });
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) expect([row.by, await countBehind(row.calls_query)]).toEqual([row.by, row.calls]);
    },
  );

  it("are cut where the question begins and ends, within a day and a month too", async () => {
    const span = { start_date: "2026-03-29T00:10:00Z", end_date: "2026-10-25T00:30:00Z" };
    for (const by of ["month", "week", "day"]) {
      const { rows } = await ask({ ...span, by, timezone: "America/New_York" });
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) expect([row.by, await countBehind(row.calls_query)]).toEqual([row.by, row.calls]);
    }
  });

  it("say what each call took: sum, mean, half of the calls and 95 of a hundred, of those that have it", async () => {
    const { rows } = await test.database.inOrganization(tenant.organizationId, (tx) =>
      tx
        .selectFrom("call_runs")
        .select("duration_seconds")
        .where("environment", "=", "production")
        .where("answered_at", "is not", null)
        .where("ended_at", "is not", null)
        .execute()
        .then((rows) => ({ rows: rows.map(({ duration_seconds: length }) => length ?? 0).sort((a, b) => a - b) })),
    );
    const { total, measures } = await ask({ measures: "talk_time,answered" });
    const sum = rows.reduce((all, each) => all + each, 0);
    const [talk, answered] = total.figures;
    expect(talk).toMatchObject({ calls: rows.length, sum, share: null });
    expect(talk?.mean).toBeCloseTo(sum / rows.length, 6);
    expect(talk?.p50).toBeCloseTo(quantile(rows, 0.5), 6);
    expect(talk?.p95).toBeCloseTo(quantile(rows, 0.95), 6);
    expect(answered).toMatchObject({ sum: null, mean: null, p50: null, p95: null });
    expect(answered?.share).toBeCloseTo((answered?.calls ?? 0) / total.calls, 9);
    expect(measures).toMatchObject([
      { name: "talk_time", kind: "amount", unit: "seconds" },
      { name: "answered", kind: "count", unit: "calls" },
    ]);
  });

  it("have the hours of the zone that is asked for, also where clocks are changed", async () => {
    const span = { start_date: "2026-03-28T23:00:00Z", end_date: "2026-03-29T21:59:59Z", by: "hour_of_day" };
    const berlin = await ask({ ...span, timezone: "Europe/Berlin" });
    const hours = berlin.rows.map(({ by }) => Number(by[0]?.value));
    expect(hours).toEqual([...hours].sort((a, b) => a - b));
    expect(hours).toContain(1);
    // On this day the clock goes from one to three.
    expect(hours).not.toContain(2);
    expect((await ask({ ...span, timezone: "UTC" })).rows.map(({ by }) => by[0]?.value)).toContain("2");
  });

  it("name agents, versions, campaigns and lists, and have calls without one in a row of their own", async () => {
    const { rows } = await ask({ by: "contact_list,campaign" });
    expect(rows.map(({ by }) => by.map(({ name }) => name))).toContainEqual(["=A list", "A campaign"]);
    expect(rows.map(({ by }) => by.map(({ value }) => value))).toContainEqual([null, null]);
    const versions = (await ask({ by: "agent_version" })).rows;
    expect(versions).toHaveLength(2);
    expect(versions[0]?.by[0]?.name).toMatch(/ v\d+$/);
  });

  it("are of production, for a sandbox key of the sandbox, and never of both", async () => {
    const key = await createKey(test, { tenant, environment: "sandbox" });
    const sandbox = await ask({}, api.client({ apiKey: key.apiKey }));
    const production = await ask({});
    expect([production.environment, sandbox.environment]).toEqual(["production", "sandbox"]);
    expect(production.total.calls + sandbox.total.calls).toBe(360);
    expect((await ask({ environment: "sandbox" })).total.calls).toBe(sandbox.total.calls);
  });

  it("are those of the last thirty days where no span is named, and of as many days as are asked for", async () => {
    const { body } = await viewer.call(askAnalyticsOperation, { query: {} });
    const days = (Date.parse(body.end_date ?? "") - Date.parse(body.start_date ?? "")) / 86_400_000;
    expect(days).toBe(29);
    const { body: today } = await viewer.call(askAnalyticsOperation, { query: { days: 1 } });
    expect(today.start_date).toBe(today.end_date);
  });

  it.each([
    [{ measures: "talktime" }, 422, /There is no measure "talktime": use calls, answered/],
    [{ by: "agent,agent" }, 422, /Name 2 dimensions at most, each once/],
    [{ by: "agent,campaign,day" }, 422, /Name 2 dimensions at most/],
    [{ by: "", days: 7 }, 400, /Send days, or start_date and end_date/],
    [{ workflow_id: 9_999_999 }, 404, /Agent not found/],
    [{ filters: '[{"attribute":"dimension","value":{"by":"nothing","is":null}}]' }, 400, /Invalid filter/],
    [{ timezone: "Berlin" }, 422, /Berlin/],
  ])("are refused for %j with a sentence that says what to do", async (query, status, words) => {
    const refusal = await viewer.refused(askAnalyticsOperation, { query: { ...ALWAYS, ...query } });
    expect(refusal.status).toBe(status);
    expect(JSON.stringify(refusal.detail).replaceAll('\\"', '"')).toMatch(words);
  });

  it("are refused by a variable that is free text, of which the calls that have it can be counted", async () => {
    const writer = await createTenant(test, "Writers");
    const many = await fillCalls(test, writer);
    await test.everything
      .updateTable("call_runs")
      .set({ gathered_context: sql`jsonb_build_object('words', id)` })
      .where("agent_id", "in", many.agentIds)
      .execute();
    const client = api.client({ token: writer.viewer.token });
    const byWords = { query: { ...ALWAYS, by: "variable:words" } };
    expect(await client.refused(askAnalyticsOperation, byWords)).toMatchObject({
      status: 400,
      code: "variable_not_enumerated",
    });
    const filled = (await ask({ measures: "filled:words" }, client)).total;
    expect(filled.figures[0]?.calls).toBe(filled.calls);
  });
});

it("an answer with more than a thousand rows is refused, and is a file", async () => {
  const lasting = await createTenant(test, "Lasting");
  const { agentId, versionId } = await createAgentRows(test, lasting);
  await sql`insert into call_runs (uuid, organization_id, agent_id, agent_version_id, name, mode, created_at)
    select gen_random_uuid(), ${lasting.organizationId}::bigint, ${agentId}::bigint, ${versionId}::bigint, 'a call', 'telephony',
      '2020-01-01T12:00:00Z'::timestamptz + day * interval '1 day' from generate_series(1, 1001) as day`.execute(
    test.everything,
  );
  const client = api.client({ token: lasting.viewer.token });
  const query = { start_date: "2020-01-01", by: "day" };
  expect(await client.refused(askAnalyticsOperation, { query })).toMatchObject({ status: 400, code: "too_many_rows" });
  const { body } = await client.call(askAnalyticsOperation, { query: { ...query, start_date: "2020-01-03" } });
  expect(body.rows).toHaveLength(1000);
  const response = await client.fetch(`/api/v1${reportAnalyticsOperation.path}?start_date=2020-01-01&by=day`);
  expect((await response.text()).trim().split("\n")).toHaveLength(1002);
});

describe("the file of a question", () => {
  const download = async (query: object) => {
    const parameters = new URLSearchParams({ ...ALWAYS, ...query });
    const response = await viewer.fetch(`/api/v1${reportAnalyticsOperation.path}?${parameters.toString()}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    return (await response.text()).trim().split("\n");
  };

  it("has the same figures in lines, with names that compute nothing in a spreadsheet", async () => {
    const question = { by: "contact_list,outcome", measures: "calls,answered,talk_time" };
    const [header, ...lines] = await download(question);
    expect(header).toBe(
      "contact_list_id,contact_list,outcome,calls,answered,answered share,talk_time calls,talk_time sum,talk_time mean,talk_time p50,talk_time p95",
    );
    const { rows } = await ask(question);
    expect(lines).toHaveLength(rows.length);
    expect(lines.filter((line) => line.includes("'=A list"))).not.toEqual([]);
    expect(lines.map((line) => Number(line.split(",")[3]))).toEqual(rows.map((row) => row.calls));
  });

  it("has one line where nothing is grouped, and leaves an act of who took it", async () => {
    expect(await download({ measures: "opted_out" })).toHaveLength(2);
    const acts = await test.everything
      .selectFrom("acts")
      .select(["kind", "user_id"])
      .where("operation", "=", "analytics.report")
      .execute();
    expect(acts).toContainEqual({ kind: "exported", user_id: tenant.viewer.userId });
  });
});

it("measures, dimensions and the variables that published agents gather are listed", async () => {
  const definition = minimalDefinition();
  const [start, ...others] = definition.nodes;
  if (!start) throw new Error("The smallest definition has no node");
  const extraction_variables = [
    { name: "agrees", type: "boolean", prompt: "Do they agree?" },
    { name: "plan", type: "string", prompt: "The plan that they want" },
  ];
  const gathering = { ...start, data: { ...start.data, extraction_enabled: true, extraction_variables } };
  const gatherer = await createTenant(test, "Gatherers");
  await createAgentRows(test, gatherer, { definition: { ...definition, nodes: [gathering, ...others] } });
  const { body } = await api.client({ token: gatherer.viewer.token }).call(listMeasuresOperation);
  expect(body.measures.map(({ name }) => name)).toEqual(MEASURE_NAMES);
  expect(body.dimensions.map(({ name }) => name)).toEqual(DIMENSION_NAMES);
  expect(body.variables).toEqual([
    { name: "agrees", type: "boolean" },
    { name: "plan", type: "string" },
  ]);
});

const quantile = (sorted: readonly number[], share: number): number => {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
};
