import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  campaignProgressOperation,
  campaignSummaryOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign } from "../../factories/campaigns.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { unreachableTemporal } from "./unreachable-temporal.ts";

const temporal = unreachableTemporal();
let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let operator: ApiClient;
let agent: { agentId: number; versionId: number };
let listId: number;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test, { dependencies: { temporal } });
  tenant = await createTenant(test);
  operator = api.client({ token: tenant.operator.token });
  agent = await createAgentRows(test, tenant);
  listId = await createContactListRows(test, tenant);
});
afterAll(async () => {
  await api.close();
  await temporal.connection.close();
  await test.drop();
});

type State = "pending" | "in_flight" | "waiting_retry" | "finished" | "suppressed";

const campaignWith = async (
  contacts: Parameters<typeof fillCampaign>[2]["contacts"],
  state?: "running" | "completed",
) => {
  const { id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
  const campaign = { id, organizationId: tenant.organizationId, ...agent, ...(state && { state }) };
  await fillCampaign(test, campaign, { contacts });
  return id;
};
const progressOf = async (id: number) =>
  (await operator.call(campaignProgressOperation, { params: { campaign_id: id } })).body;

describe("progress", () => {
  it("always adds up, whatever the contacts' states", async () => {
    const states: State[] = ["pending", "in_flight", "waiting_retry", "finished", "suppressed"];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...states), { minLength: 1, maxLength: 30 }), async (drawn) => {
        const progress = await progressOf(await campaignWith(drawn.map((state) => ({ state }))));
        const count = (state: State) => drawn.filter((one) => one === state).length;
        expect(progress.total).toBe(drawn.length);
        expect(progress.suppressed + progress.finished + progress.remaining).toBe(progress.total);
        expect(progress).toMatchObject({
          suppressed: count("suppressed"),
          finished: count("finished"),
          in_flight: count("in_flight"),
          waiting_retry: count("waiting_retry"),
          total_rows: drawn.length,
          processed_rows: count("finished"),
          source: "database",
        });
        expect(progress.progress_percentage === 100).toBe(progress.remaining === 0);
      }),
      { numRuns: 25 },
    );
  });

  it("progress of a draft is zero; the source is pending, the simulator has no limit", async () => {
    const { id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: listId });
    expect(await progressOf(id)).toMatchObject({
      campaign_id: id,
      state: "draft",
      total: 0,
      progress_percentage: 0,
      rate_limit: null,
      source_sync: { status: "pending", last_synced_at: null, error: null },
      eta: null,
      waiting_until: null,
      started_at: null,
    });
  });

  it("comes from the database when the workflow does not answer", async () => {
    const id = await campaignWith([{ state: "pending" }, { state: "finished", dialled: true }], "running");
    const progress = await progressOf(id);
    expect(progress).toMatchObject({ state: "running", source: "database", remaining: 1, dialled: 1, failed_calls: 1 });
    expect(progress.source_sync.status).toBe("completed");
  });

  it("tells each budget with what is spent and held, and why its money keeps the campaign from dialling", async () => {
    const id = await campaignWith([{ state: "pending" }], "running");
    await test.everything
      .updateTable("campaigns")
      .set({ budget: { total_minor: 50, currency: "USD" }, budget_wait: { until: null, says: "It is spent" } })
      .where("id", "=", id)
      .execute();
    await test.everything
      .insertInto("call_runs")
      .values(
        [
          { cost_minor: 7, currency: "USD" },
          { reserved_minor: 5, reserved_currency: "USD", reserved_model_minor: 4 },
          { reserved_currency: "USD", reserved_model_minor: 99, ended_at: new Date(Date.now() - 3 * 86_400_000) },
          { reserved_currency: "USD", reserved_speech_minor: 2, ended_at: new Date(Date.now() - 60_000) },
          // A media process was killed while somebody spoke.
          { reserved_currency: "USD", reserved_speech_minor: 77, ended_at: new Date(Date.now() - 11 * 60_000) },
        ].map((money) => ({
          uuid: randomUUID(),
          organization_id: tenant.organizationId,
          agent_id: agent.agentId,
          agent_version_id: agent.versionId,
          campaign_id: id,
          name: "call",
          mode: "telephony",
          carrier_requested_at: new Date(),
          ...money,
        })),
      )
      .execute();
    const budgets = [
      {
        whose: "campaign",
        limit_minor: 50,
        spent_minor: 7,
        // Nobody asks a model about a call that ended days ago, or speaks in one that ended minutes ago.
        held_minor: 5 + 4 + 2,
        spent_on_models_minor: 0,
        held_for_models_minor: 4 + 2,
        currency: "USD",
        renews_at: null,
      },
    ];
    expect(await progressOf(id)).toMatchObject({ budgets, budget_wait: "It is spent", budget_wait_until: null });
    const { body: summary } = await operator.call(campaignSummaryOperation, { params: { campaign_id: id } });
    expect(summary.budgets).toEqual(budgets);
  });

  it("says until when a budget that renews keeps everything waiting, and nothing once it has", async () => {
    const id = await campaignWith([{ state: "pending" }], "running");
    const waitUntilMs = async (untilMs: number) => {
      const until = new Date(untilMs).toISOString();
      await test.everything
        .updateTable("campaigns")
        .set({ budget_wait: { until, says: "It is spent today" } })
        .where("id", "=", id)
        .execute();
      return until;
    };
    const until = await waitUntilMs(Date.now() + 3_600_000);
    expect(await progressOf(id)).toMatchObject({ budget_wait: "It is spent today", budget_wait_until: until });
    await waitUntilMs(Date.now() - 1);
    expect(await progressOf(id)).toMatchObject({ budget_wait: null, budget_wait_until: null });
  });

  it("says until when the window or a retry keeps everything waiting", async () => {
    const due = new Date(Date.now() + 3_600_000);
    const waiting = await campaignWith([{ state: "waiting_retry", retries: 1, next_attempt_at: due }], "running");
    expect((await progressOf(waiting)).waiting_until).toBe(due.toISOString());
    const calling = await campaignWith(
      [{ state: "waiting_retry", retries: 1, next_attempt_at: due }, { state: "in_flight" }],
      "running",
    );
    expect((await progressOf(calling)).waiting_until).toBeNull();
  });

  it("progress of another organization's campaign, or of none, is a 404", async () => {
    const id = await campaignWith([{ state: "pending" }]);
    const other = await createTenant(test);
    const stranger = api.client({ token: other.owner.token });
    expect((await stranger.refused(campaignProgressOperation, { params: { campaign_id: id } })).status).toBe(404);
  });
});

describe("the progress stream", () => {
  it("sends the progress at most once a second, and is read no more when its reader goes", async () => {
    const id = await campaignWith([{ state: "pending" }], "running");
    let reads = 0;
    const database = test.open();
    const counting = {
      ...database,
      inOrganization: ((organizationId, work) => {
        reads += 1;
        return database.inOrganization(organizationId, work);
      }) satisfies typeof database.inOrganization,
    };
    const own = await startTestApi(test, { dependencies: { temporal, database: counting } });
    try {
      const reader = new AbortController();
      const client = own.client({ token: tenant.viewer.token });
      const startedAt = performance.now();
      const response = await client.fetch(`/api/v1/campaigns/${id}/progress/stream`, { signal: reader.signal });
      const events: unknown[] = [];
      for await (const chunk of response.body ?? []) {
        for (const [, json] of new TextDecoder().decode(chunk).matchAll(/^data: (.*)$/gm))
          events.push(JSON.parse(json ?? ""));
        if (events.length >= 3) break;
      }
      expect(performance.now() - startedAt).toBeGreaterThan(1900);
      expect(events.slice(0, 3)).toEqual(
        Array(3).fill(expect.objectContaining({ campaign_id: id, total: 1, remaining: 1 })),
      );
      reader.abort();
      await waitUntil("nobody reads any more", async () => {
        const before = reads;
        await delay(1200);
        return reads === before;
      });
    } finally {
      await own.close();
      await database.close();
    }
  });

  it("the progress stream of a campaign that is over is one event and the end, after which a client is told to stop", async () => {
    const id = await campaignWith([{ state: "finished" }]);
    const response = await operator.fetch(`/api/v1/campaigns/${id}/progress/stream`);
    const text = await response.text();
    const [json, ...others] = Array.from(text.matchAll(/^data: (.*)$/gm), ([, data]) => data ?? "");
    expect(others).toEqual(['{"state":"completed"}']);
    expect(text).toContain("id: end\nevent: end\n");
    const again = { headers: { "last-event-id": "end" } };
    expect((await operator.fetch(`/api/v1/campaigns/${id}/progress/stream`, again)).status).toBe(204);
    expect(JSON.parse(json ?? "")).toMatchObject({ campaign_id: id, state: "completed" });
  });

  it("does not end while a call of a finished campaign is in progress", async () => {
    const id = await campaignWith([{ state: "in_flight" }]);
    const response = await operator.fetch(`/api/v1/campaigns/${id}/progress/stream`);
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes("data: ") && !text.includes('"in_flight":0'))
        await test.everything
          .updateTable("campaign_figures")
          .set({ in_flight: 0, finished: 1 })
          .where("campaign_id", "=", id)
          .execute();
    }
    expect(text.indexOf('"in_flight":1')).toBeLessThan(text.indexOf('"in_flight":0'));
    expect(text.indexOf('"in_flight":0')).toBeLessThan(text.indexOf("event: end"));
  });

  it("the progress stream of an unknown campaign is a 404", async () => {
    expect((await operator.fetch("/api/v1/campaigns/999999/progress/stream")).status).toBe(404);
  });
});
