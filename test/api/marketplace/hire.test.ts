import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { restartLostHires } from "../../../activities/maintenance/restart-lost-hires.ts";
import { getAgentOperation } from "../../../api/agents/agents.operations.ts";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import {
  createTextSessionOperation,
  sendMessageOperation,
} from "../../../api/conversations/text/text-sessions.operations.ts";
import { getHireOperation, hireTemplateOperation } from "../../../api/marketplace/marketplace.operations.ts";
import { listScenariosOperation } from "../../../api/rehearsals/rehearsals.operations.ts";
import { provideSecretOperation } from "../../../api/requests/requests.operations.ts";
import { templates } from "../../../domain/template/template-catalogue.ts";
import { hireProgressQuery, templateHireContract } from "../../../workflows/template-hire/template-hire.contract.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-hires-"));
let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let admin: ApiClient;

beforeAll(async () => {
  const namespace = await createTestNamespace();
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  worker = await startTestWorker(test, { api, namespace });
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const ORDERS = { business_name: "Example Shop", order_api_url: "http://127.0.0.1:9/orders" };

const hire = async (template_id: string, body: object = {}, idempotencyKey?: string) =>
  (
    await admin.call(
      hireTemplateOperation,
      { params: { template_id }, body: { agent_name: "Robin", ...body } },
      idempotencyKey === undefined ? {} : { idempotencyKey },
    )
  ).body;
const hireRow = (agentId: number) =>
  test.everything.selectFrom("template_hires").selectAll().where("agent_id", "=", agentId).executeTakeFirstOrThrow();
const untilOver = (agentId: number) =>
  waitUntil("the hire is over", async () => {
    const row = await hireRow(agentId);
    return row.state === "running" ? undefined : row;
  });
const eventsOf = async (agentId: number) =>
  (await admin.call(readTimelineOperation, { query: { workflow_id: agentId } })).body.events;
const answersFor = (id: string) =>
  Object.fromEntries(
    (templates.find((each) => each.id === id)?.texts[0]?.variables ?? [])
      .filter(({ default: answer }) => answer === null)
      .map(({ key }) => [key, key.endsWith("_url") ? "http://127.0.0.1:9/x" : `our ${key}`]),
  );

it("a voice and a gender that contradict each other are refused, with the choices", async () => {
  const body = { agent_name: "Robin", variables: ORDERS, voice_id: "Joanna", voice_gender: "male" as const };
  const refused = await admin.refused(hireTemplateOperation, { params: { template_id: "order-status" }, body });
  expect(refused).toMatchObject({
    status: 422,
    detail: [
      { loc: ["body", "voice_id"], msg: expect.stringMatching(/^Joanna is a female voice: .* choose Matthew, Joey/) },
    ],
  });
});

/** The agent gets a model of its own. */
const setModel = async (agentId: number) => {
  const llm = { provider: "openai", model: "gpt", base_url: "http://127.0.0.1:9/v1", credential_uuid: null };
  await test.everything
    .updateTable("agent_versions")
    .set({ configurations: sql`configurations || ${JSON.stringify({ models: { llm } })}::jsonb` })
    .where("agent_id", "=", agentId)
    .execute();
};

describe("hiring", () => {
  it("gives a published agent that follows the organization's models, with tools, documents and a word on the timeline", async () => {
    const body = {
      variables: ORDERS,
      greeting: "Welcome, what about your order?",
      voice_gender: "male",
      source: "docs",
    };
    const agent = await hire("order-status", body);
    const missing = [
      { kind: "credential", name: "Order system", detail: expect.stringContaining("Order status") },
      { kind: "language_model", name: null, detail: expect.stringContaining("a built-in script talks in its place") },
    ];
    expect(agent).toMatchObject({
      missing,
      name: "Robin",
      status: "active",
      template_id: "order-status",
      version: 1,
      draft_version: null,
      template_context_variables: { ...ORDERS, agent_name: "Robin" },
      workflow_configurations: { language: "en-US", voice: { gender: "male" }, models: null },
      disposition_codes: ["answered", "complaint", "not_found"],
    });
    expect(JSON.stringify(agent.definition)).toContain("Welcome, what about your order?");
    const row = await untilOver(agent.id);
    expect(row).toMatchObject({ state: "hired", source: "docs", error: null });
    expect((await admin.call(getHireOperation, { params: { workflow_id: agent.id } })).body).toMatchObject({
      template_id: "order-status",
      state: "hired",
      missing,
      steps: ["agent", "tools", "documents", "scenarios", "conclusion"].map((name) => ({ name, state: "done" })),
    });
    const tools = await test.everything
      .selectFrom("tools")
      .selectAll()
      .where("organization_id", "=", tenant.organizationId)
      .execute();
    expect(tools).toMatchObject([
      { name: "Order status", status: "active", definition: { config: { url: ORDERS.order_api_url } } },
    ]);
    expect(JSON.stringify(agent.definition)).toContain(tools[0]?.tool_uuid);
    const documents = await test.everything
      .selectFrom("documents")
      .selectAll()
      .where("agent_id", "=", agent.id)
      .execute();
    expect(documents).toMatchObject([{ filename: "returns.md", scope: "agent" }]);
    const { body: suite } = await admin.call(listScenariosOperation, { params: { workflow_id: agent.id } });
    expect(suite.scenarios.map(({ name }) => name)).toContain("Does not want to be called again");
    expect(suite.scenarios.length).toBeGreaterThanOrEqual(6);
    expect(suite.scenarios[0]?.source).toMatchObject({ kind: "template", template_id: "order-status" });
    const events = await eventsOf(agent.id);
    expect(events).toMatchObject([
      {
        kind: "secret_requested",
        summary: expect.stringContaining("A key is needed: Order system."),
        payload: { name: "Order system", tool_uuid: tools[0]?.tool_uuid },
      },
      {
        kind: "system",
        summary: expect.stringMatching(
          /^Agent Robin was hired from the template Order status\. The agent looks orders up/,
        ),
        payload: {
          template_id: "order-status",
          source: "docs",
          credentials_needed: ["Order system"],
          missing: ["credential", "language_model"],
        },
      },
    ]);
    const event_id = events[0]?.id ?? 0;
    const { body: provided } = await admin.call(provideSecretOperation, {
      body: { event_id, value: "the-token-of-orders" },
    });
    const { definition } = await test.everything
      .selectFrom("tools")
      .select("definition")
      .where("tool_uuid", "=", tools[0]?.tool_uuid ?? "")
      .executeTakeFirstOrThrow();
    expect(definition).toMatchObject({ config: { credential_uuid: provided.credential_uuid } });
    const { body: served } = await admin.call(getHireOperation, { params: { workflow_id: agent.id } });
    expect(served.missing).toEqual([missing[1]]);
    await setModel(agent.id);
    const { body: talking } = await admin.call(getHireOperation, { params: { workflow_id: agent.id } });
    expect(talking.missing).toEqual([]);
    const workflowId = templateHireContract.workflowId({ organizationId: tenant.organizationId, hireUuid: row.uuid });
    const handle = api.dependencies.temporal.workflow.getHandle(workflowId);
    expect(await handle.query(hireProgressQuery)).toMatchObject({
      state: "hired",
      agentId: agent.id,
      missing: ["credential", "language_model"],
    });
    const described = await handle.describe();
    expect(await described.staticSummary()).toBe("Hires the agent order-status");
  });

  it("says that documents cannot be read where the operator has switched the built-in embedder off", async () => {
    const without = await startTestApi(test, {
      environment: { DATA_DIR: folder },
      dependencies: { temporal: api.dependencies.temporal, defaultEmbeddings: null },
    });
    try {
      const body = { agent_name: "Robin", variables: ORDERS };
      const { body: agent } = await without
        .client({ token: tenant.admin.token })
        .call(hireTemplateOperation, { params: { template_id: "order-status" }, body });
      expect(agent.missing).toMatchObject([
        { kind: "credential" },
        { kind: "language_model" },
        { kind: "embeddings", name: null, detail: expect.stringContaining("set no model for embeddings") },
      ]);
    } finally {
      await without.close();
    }
  });

  it("gives the same agent for the same Idempotency-Key, and another without", async () => {
    const body = { variables: { business_name: "Example" } };
    const first = await hire("missed-call-callback", body, "hire-once");
    expect((await hire("missed-call-callback", body, "hire-once")).id).toBe(first.id);
    // Simulates a crash before the answer was stored.
    await test.everything.deleteFrom("idempotency_keys").where("key", "=", "hire-once").execute();
    expect((await hire("missed-call-callback", body, "hire-once")).id).toBe(first.id);
    expect((await hire("missed-call-callback", body)).id).not.toBe(first.id);
    const other = { params: { template_id: "missed-call-callback" }, body: { agent_name: "Another", ...body } };
    expect((await admin.refused(hireTemplateOperation, other, { idempotencyKey: "hire-once" })).status).toBe(409);
  });

  it("speaks the language that is asked for", async () => {
    const agent = await hire("appointment-reminder", {
      language: "de",
      variables: { business_name: "Praxis am Markt" },
    });
    expect(agent.workflow_configurations).toMatchObject({ language: "de-DE" });
    expect(JSON.stringify(agent.definition)).toContain("Guten Tag");
  });

  it("refuses answers that are missing, unknown or of no use, each in its place", async () => {
    const refusal = async (template_id: string, body: object) =>
      admin.refused(hireTemplateOperation, { params: { template_id }, body: { agent_name: "Robin", ...body } });
    const at = (...loc: string[]) => expect.objectContaining({ loc: ["body", ...loc] });
    expect(await refusal("order-status", { variables: { business_name: " ", colour: "red" } })).toMatchObject({
      status: 422,
      detail: [at("variables", "colour"), at("variables", "business_name"), at("variables", "order_api_url")],
    });
    const wrongAddress = { variables: { ...ORDERS, order_api_url: "http://169.254.169.254/latest" } };
    expect(await refusal("order-status", wrongAddress)).toMatchObject({
      status: 422,
      detail: [at("variables", "order_api_url")],
    });
    const answers = { variables: { business_name: "Example" } };
    expect(await refusal("missed-call-callback", { ...answers, voice_id: "nobody-has-this" })).toMatchObject({
      status: 422,
      detail: [at("voice_id")],
    });
    expect(await refusal("missed-call-callback", { ...answers, language: "ja" })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "language"], msg: "The template speaks en-US" }],
    });
    expect(await refusal("missed-call-callback", { ...answers, agent_name: "" })).toMatchObject({ status: 422 });
    expect((await refusal("nobody", answers)).status).toBe(404);
  });

  it("takes everything back when a step fails for good", async () => {
    const other = await createTenant(test);
    const client = api.client({ token: other.admin.token });
    await test.everything
      .insertInto("knowledge_usage")
      .values({ organization_id: other.organizationId, limit_bytes: 1 })
      .execute();
    const { body: agent } = await client.call(hireTemplateOperation, {
      params: { template_id: "order-status" },
      body: { agent_name: "Robin", variables: ORDERS },
    });
    expect(await untilOver(agent.id)).toMatchObject({ state: "failed", error: expect.stringContaining("storage") });
    const { body } = await client.call(getAgentOperation, { params: { workflow_id: agent.id } });
    expect(body.status).toBe("archived");
    const { rows } = await sql<{ tools: string[]; documents: number; events: string[] }>`
      select (select array_agg(status) from tools where organization_id = ${other.organizationId}) as tools,
        (select count(*) from documents where organization_id = ${other.organizationId} and deleted_at is null) as documents,
        (select array_agg(summary) from timeline_events where organization_id = ${other.organizationId}) as events
    `.execute(test.everything);
    expect(rows).toEqual([
      {
        tools: ["archived"],
        documents: 0,
        events: [expect.stringMatching(/^Agent Robin could not be hired: The storage/)],
      },
    ]);
  });

  it("is taken up again by a sweep when a crash came between row and workflow", async () => {
    await test.everything
      .insertInto("template_hires")
      .values({
        organization_id: tenant.organizationId,
        uuid: "00000000-0000-4000-8000-000000000001",
        template_id: "missed-call-callback",
        template_version: "1.0.0",
        language: "en-US",
        agent_name: "Left behind",
        variables: { business_name: "Example", answer_time: "soon" },
        actor: "system",
      })
      .execute();
    expect(await restartLostHires(api.dependencies, { olderThanSeconds: -1 })).toBe(1);
    await waitUntil("it is hired", async () => {
      const row = await test.everything
        .selectFrom("template_hires")
        .select("state")
        .where("agent_name", "=", "Left behind")
        .executeTakeFirst();
      return row?.state === "hired";
    });
    expect(await restartLostHires(api.dependencies, { olderThanSeconds: -1 })).toBe(0);
  });
});

describe.each(templates.map(({ id, texts }) => ({ id, texts })))("$id", ({ id, texts }) => {
  it("can be hired and talked to", async () => {
    const { id: workflow_id } = await hire(id, { variables: answersFor(id) });
    const { body: session } = await admin.call(createTextSessionOperation, { params: { workflow_id }, body: {} });
    expect(session.session_data.turns[0]?.assistant_message?.text).toMatch(/Robin/);
    const turn = texts[0]?.conversations.map(({ turns }) => turns[0]).find((first) => first?.takes.length === 1);
    const { body: answered } = await admin.call(sendMessageOperation, {
      params: { workflow_id, run_id: session.workflow_run_id },
      body: { text: turn?.person ?? "" },
    });
    expect(answered.session_data.turns.at(-1)?.events).toMatchObject([{ kind: "transition" }]);
  });
});
