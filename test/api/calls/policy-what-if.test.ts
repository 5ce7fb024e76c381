import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { askPolicyWhatIfOperation, reportPolicyWhatIfOperation } from "../../../api/calls/call-reports.operations.ts";
import { updatePreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let viewer: ApiClient;

/** Midday of a Monday in New York, where these numbers are. */
const NOON = Date.UTC(2026, 0, 5, 17);
const HOUR_MS = 3_600_000;
const SPAN = { from: "2026-01-05T00:00:00Z", to: "2026-01-07T00:00:00Z" };

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
  viewer = api.client({ token: tenant.viewer.token });
  const agent = await createAgentRows(test, tenant);
  const call = (hours: number, person: number, more: object = {}) => {
    const at = new Date(NOON + hours * HOUR_MS);
    return {
      uuid: randomUUID(),
      organization_id: tenant.organizationId,
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      name: '=HYPERLINK("http://127.0.0.1")',
      mode: "telephony",
      state: "completed" as const,
      outcome: "answered",
      called_number: `+1212555000${person}`,
      created_at: at,
      carrier_requested_at: at,
      ended_at: new Date(at.getTime() + 60_000),
      cost_minor: 3,
      currency: "USD",
      ...more,
    };
  };
  await test.everything
    .insertInto("call_runs")
    .values([
      call(-30, 1),
      call(-18, 1),
      call(0, 1, { outcome: "busy" }),
      call(1, 1),
      call(2, 2),
      call(3, 3, { carrier_requested_at: null }),
      call(4, 3, { environment: "sandbox" as const }),
      call(9, 4),
    ])
    .execute();
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

const ask = async (body: object) => (await viewer.call(askPolicyWhatIfOperation, { body: { ...SPAN, ...body } })).body;

describe("rules that are asked of the calls of a span", () => {
  it("count those that would not have been made, by the first rule", async () => {
    expect(await ask({})).toMatchObject({ calls: 4, stopped: 0, by_rule: [] });
    // The call of the evening before counts within 24 hours.
    expect(await ask({ max_attempts_per_number_per_day: 2 })).toMatchObject({
      stopped: 1,
      by_rule: [{ rule: "attempts", law: null, calls: 1, answered: 1 }],
    });
    const slots = [{ day_of_week: 0, start_time: "09:00", end_time: "14:00" }];
    expect((await ask({ hours: { slots } })).by_rule).toEqual([{ rule: "window", law: null, calls: 2, answered: 2 }]);
    expect((await ask({ holidays: ["2026-01-05"] })).by_rule).toEqual([
      { rule: "window", law: null, calls: 4, answered: 3 },
    ]);
    expect((await ask({ do_not_call: ["+12125550002"], budget: { total_minor: 6, currency: "USD" } })).by_rule).toEqual(
      [
        { rule: "do_not_call", law: null, calls: 1, answered: 1 },
        { rule: "budget", law: null, calls: 1, answered: 1 },
      ],
    );
  });

  it("give those calls as a file that computes nothing", async () => {
    const body = { ...SPAN, do_not_call: ["+12125550002"] };
    const response = await viewer.fetch("/api/v1/policy/what-if/report?format=csv", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="policy-what-if.csv"');
    const [header, ...lines] = (await response.text()).trim().split("\n");
    expect(header).toMatch(/^call_id,name,campaign_id,called_number,.*,rule,why$/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`"'=HYPERLINK(""http://127.0.0.1"")",,+12125550002,`);
    expect(lines[0]).toContain(",do_not_call,");
  });

  it("are refused where they cannot be asked, and see no other organization's calls", async () => {
    for (const body of [
      { to: SPAN.from },
      { to: "2026-06-01T00:00:00Z" },
      { do_not_call: ["12"] },
      { hours: { slots: [] } },
      { budget: { total_minor: 0, currency: "USD" } },
      { caps: 1 },
    ]) {
      const refused = await viewer.refused(askPolicyWhatIfOperation, { body: { ...SPAN, ...body } });
      expect({ body, ...refused }).toMatchObject({ body, status: 422 });
    }
    const other = await createTenant(test, "other");
    const client = api.client({ token: other.viewer.token });
    expect((await client.call(askPolicyWhatIfOperation, { body: SPAN })).body.calls).toBe(0);
    expect(reportPolicyWhatIfOperation.share).toBe("reporting");
  });

  it("asks rule packs too, and names the rule", async () => {
    const body = {
      ...SPAN,
      rule_packs: ["us-federal"],
      own_rules: [{ name: "One a day", expression: "attempts_today < 1" }],
    };
    const answer = (await viewer.call(askPolicyWhatIfOperation, { body })).body;
    const laws = answer.by_rule.map(({ rule, law }) => [rule, law?.pack, law?.rule]);
    expect(laws).toEqual([
      ["pack_times", "own", "One a day"],
      ["pack_times", "us-federal@2026-11", "hours"],
    ]);
    const without = (await viewer.call(askPolicyWhatIfOperation, { body: SPAN })).body;
    expect(without.stopped).toBe(0);
  });

  it("asks the organization's own packs and rules where none are named, and of those that are named the others", async () => {
    const admin = api.client({ token: tenant.admin.token });
    const own_rules = [{ name: "One a day", expression: "attempts_today < 1" }];
    await admin.call(updatePreferencesOperation, { body: { rule_packs: ["us-federal"], own_rules } });
    const lawsOf = async (body: object) => (await ask(body)).by_rule.map(({ law }) => law?.rule);
    expect(await lawsOf({})).toEqual(["One a day", "hours"]);
    expect(await lawsOf({ own_rules: [] })).toEqual(["hours"]);
    expect(await lawsOf({ rule_packs: [] })).toEqual(["One a day"]);
    expect(await lawsOf({ unconfirmed_rules: ["us-federal/artificial_voice"] })).toEqual(["artificial_voice"]);
    expect(await lawsOf({ rule_packs: [], own_rules: [] })).toEqual([]);
    const stray = { ...SPAN, rule_packs: ["uk"], unconfirmed_rules: ["us-federal/artificial_voice"] };
    expect(await viewer.refused(askPolicyWhatIfOperation, { body: stray })).toMatchObject({ status: 422 });
    await admin.call(updatePreferencesOperation, { body: { rule_packs: null, own_rules: null } });
  });
});
