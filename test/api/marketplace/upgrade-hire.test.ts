import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { addUpgradeDocuments } from "../../../activities/request/add-upgrade-documents.ts";
import {
  getAgentOperation,
  publishAgentOperation,
  updateAgentOperation,
} from "../../../api/agents/agents.operations.ts";
import {
  createPackOperation,
  createPackVersionOperation,
  getHireOperation,
  hireTemplateOperation,
  publishPackOperation,
  upgradeHireOperation,
} from "../../../api/marketplace/marketplace.operations.ts";
import { listRequestsOperation, settleEditOperation } from "../../../api/requests/requests.operations.ts";
import { createAgent, minimalDefinition } from "../../factories/agents.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-upgrades-"));
let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let admin: ApiClient;

beforeAll(async () => {
  const namespace = await createTestNamespace();
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  worker = await startTestWorker(test, { api, namespace });
  admin = api.client({ token: (await createTenant(test)).admin.token });
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const hire = async (template_id: string, variables: Record<string, string> = {}) => {
  const { body } = await admin.call(hireTemplateOperation, {
    params: { template_id },
    body: { agent_name: "Robin", variables },
  });
  await waitUntil("the hire is over", async () => {
    const { body: standing } = await admin.call(getHireOperation, { params: { workflow_id: body.id } });
    return standing.state === "hired";
  });
  return body.id;
};
const agentOf = async (workflow_id: number) => (await admin.call(getAgentOperation, { params: { workflow_id } })).body;
const hireOf = async (workflow_id: number) => (await admin.call(getHireOperation, { params: { workflow_id } })).body;
const upgrade = async (workflow_id: number, variables?: Record<string, string>) => {
  const body = variables ? { variables } : {};
  const { body: proposed } = await admin.call(upgradeHireOperation, { params: { workflow_id }, body });
  if (proposed.event_id === null) throw new Error(proposed.detail);
  return proposed;
};
const subjectOf = async (eventId: number) => {
  const { requests } = (await admin.call(listRequestsOperation, { query: { kind: "edit" } })).body;
  return requests.find(({ event_id }) => event_id === eventId)?.subject;
};
const settle = (event_id: number, decision: "publish" | "discard") =>
  admin.call(settleEditOperation, { body: { event_id, decision } });

describe("an agent that was hired from an own pack", () => {
  const packOf = (workflow_id: number) => ({
    name: "Desk",
    summary: "Takes messages.",
    job: "Front desk",
    channels: ["web" as const],
    workflow_ids: [workflow_id],
  });
  const params = { pack_slug: "desk" };

  it("is proposed the next version, keeps what people changed, and changes when it is published", async () => {
    const source = await createAgent(admin, { workflow_definition: minimalDefinition("Hello, version one.") });
    const { body: pack } = await admin.call(createPackOperation, { body: packOf(source.id) });
    await admin.call(publishPackOperation, { params });
    const agentId = await hire(pack.templates[0]?.id ?? "");
    const refused = await admin.refused(upgradeHireOperation, { params: { workflow_id: agentId }, body: {} });
    expect(refused).toMatchObject({ status: 409, code: "no_newer_version" });

    // The author says goodbye otherwise and asks one thing more; the agent's people have changed its greeting.
    const next = minimalDefinition("Hello, version two.");
    for (const { id, data } of next.nodes) if (id === "end") data["prompt"] = "Say goodbye, and thank {{who}}.";
    const change = { workflow_definition: next, template_context_variables: { who: "" } };
    await admin.call(updateAgentOperation, { params: { workflow_id: source.id }, body: change });
    await admin.call(publishAgentOperation, { params: { workflow_id: source.id } });
    const own = await agentOf(agentId);
    const mine = minimalDefinition("Hello from us.");
    await admin.call(updateAgentOperation, { params: { workflow_id: agentId }, body: { workflow_definition: mine } });
    await admin.call(publishAgentOperation, { params: { workflow_id: agentId } });
    await admin.call(createPackVersionOperation, { params, body: packOf(source.id) });
    expect((await hireOf(agentId)).newer_version).toBeNull();
    await admin.call(publishPackOperation, { params });
    expect(await hireOf(agentId)).toMatchObject({ template_version: "1.0.0", newer_version: "2.0.0" });

    const unanswered = await admin.refused(upgradeHireOperation, { params: { workflow_id: agentId }, body: {} });
    expect(unanswered).toMatchObject({ status: 422, detail: [{ loc: ["body", "variables", "who"] }] });
    const proposed = await upgrade(agentId, { who: "the caller" });
    expect(proposed).toMatchObject({ kind: "edit", state: "open", from_version: "1.0.0", to_version: "2.0.0" });
    expect(await subjectOf(proposed.event_id)).toMatchObject({
      reason: expect.stringContaining("Your changes of these stay: Greeting: greeting."),
      diff: {
        nodes: [
          { name: "Variables", fields: [{ field: "who", before: null, after: "the caller" }] },
          { name: "Goodbye", fields: [{ field: "prompt", after: "Say goodbye, and thank {{who}}." }] },
        ],
        edges: [],
      },
    });
    expect(await agentOf(agentId)).toMatchObject({ version: 2, draft_version: 3 });
    expect((await hireOf(agentId)).template_version).toBe("1.0.0");
    const again = await admin.refused(upgradeHireOperation, {
      params: { workflow_id: agentId },
      body: { variables: { who: "the caller" } },
    });
    expect(again).toMatchObject({ status: 409, code: "upgrade_refused", detail: expect.stringContaining("draft") });

    await settle(proposed.event_id, "publish");
    const upgraded = await agentOf(agentId);
    expect(upgraded).toMatchObject({
      version: 3,
      draft_version: null,
      template_context_variables: { ...own.template_context_variables, who: "the caller" },
    });
    expect(JSON.stringify(upgraded.definition)).toContain("Hello from us.");
    expect(JSON.stringify(upgraded.definition)).toContain("thank {{who}}");
    expect(await hireOf(agentId)).toMatchObject({ template_version: "2.0.0", newer_version: null });
  });
});

describe("an agent that was hired from the catalogue", () => {
  const hireShop = () => hire("order-status", { business_name: "Shop", order_api_url: "http://127.0.0.1:9/orders" });
  const rowOf = (agentId: number) =>
    test.everything.selectFrom("template_hires").selectAll().where("agent_id", "=", agentId).executeTakeFirstOrThrow();
  const setVersion = (agentId: number, template_version: string) =>
    test.everything.updateTable("template_hires").set({ template_version }).where("agent_id", "=", agentId).execute();
  /** Hires the agent from an earlier template with another text and without a tool. */
  const hireEarlier = async () => {
    const agentId = await hireShop();
    const before = await agentOf(agentId);
    const earlier = JSON.stringify(before.definition).replaceAll("Order status", "Order state");
    await test.everything
      .updateTable("agent_versions")
      .set({ definition: JSON.parse(earlier.replaceAll(/"tool_uuids":\[[^\]]*\],?/g, "")) })
      .where("agent_id", "=", agentId)
      .execute();
    await setVersion(agentId, "0.9.0");
    await test.everything.deleteFrom("tools").execute();
    return { agentId, before };
  };
  const documentsOf = (agentId: number) =>
    test.everything.selectFrom("documents").selectAll().where("agent_id", "=", agentId).execute();
  /** The agent is left as if its template had had no document at the hire. */
  const removeDocuments = async (agentId: number) => {
    await waitUntil("its document was read", async () =>
      (await documentsOf(agentId)).every(({ state }) => state === "ready" || state === "failed"),
    );
    await test.everything.deleteFrom("documents").where("agent_id", "=", agentId).execute();
  };
  const hireWithoutDocuments = async () => {
    const agentId = await hireShop();
    await removeDocuments(agentId);
    await setVersion(agentId, "0.9.0");
    return agentId;
  };

  it("is upgraded to what its template says now, with the tools that it has not; discarded, nothing has changed", async () => {
    const { agentId, before } = await hireEarlier();
    expect((await hireOf(agentId)).newer_version).toBe("1.0.0");

    const discarded = await upgrade(agentId);
    await settle(discarded.event_id, "discard");
    expect(await agentOf(agentId)).toMatchObject({ version: 1, draft_version: null });
    expect((await rowOf(agentId)).template_version).toBe("0.9.0");
    expect(await test.everything.selectFrom("tools").selectAll().execute()).toEqual([]);

    const proposed = await upgrade(agentId);
    expect(await subjectOf(proposed.event_id)).toMatchObject({
      reason: expect.stringContaining("It comes with the tools Order status."),
    });
    await settle(proposed.event_id, "publish");
    expect((await agentOf(agentId)).definition).toEqual(before.definition);
    expect(await test.everything.selectFrom("tools").selectAll().execute()).toMatchObject([
      { name: "Order status", definition: { config: { url: "http://127.0.0.1:9/orders" } } },
    ]);
    expect((await rowOf(agentId)).template_version).toBe("1.0.0");
  });

  it("has nothing to upgrade where it has no published version", async () => {
    const { agentId } = await hireEarlier();
    await test.everything.updateTable("agents").set({ published_version_id: null }).where("id", "=", agentId).execute();
    const refused = await admin.refused(upgradeHireOperation, { params: { workflow_id: agentId }, body: {} });
    expect(refused).toMatchObject({ status: 404, detail: "Hired agent not found" });
  });

  it("is upgraded where its draft is published as any other one: with its tools, and the proposal is settled", async () => {
    const { agentId, before } = await hireEarlier();
    const proposed = await upgrade(agentId);
    await admin.call(publishAgentOperation, { params: { workflow_id: agentId } });
    expect(await agentOf(agentId)).toMatchObject({ version: 2, draft_version: null, definition: before.definition });
    expect(await test.everything.selectFrom("tools").select("name").execute()).toEqual([{ name: "Order status" }]);
    expect(await rowOf(agentId)).toMatchObject({
      template_version: "1.0.0",
      base: { definition: before.definition },
      upgrade: null,
    });
    const { requests } = (await admin.call(listRequestsOperation, { query: { state: "settled", kind: "edit" } })).body;
    expect(requests.find(({ event_id }) => event_id === proposed.event_id)).toMatchObject({ decision: "published" });
    const late = await admin.refused(settleEditOperation, {
      body: { event_id: proposed.event_id, decision: "publish" },
    });
    expect(late).toMatchObject({ status: 409, code: "request_settled" });
  });

  it("is not upgraded where its tools find no room, and the proposal stays open until there is some", async () => {
    const { agentId } = await hireEarlier();
    const proposed = await upgrade(agentId);
    await sql`insert into tools (organization_id, name, category, definition)
      select organization_id, 'one of many', 'calculator', '{"type": "calculator"}'
      from agents, generate_series(1, 1_000) where id = ${agentId}`.execute(test.everything);
    const refusal = { status: 402, code: "too_many" };
    const settling = { body: { event_id: proposed.event_id, decision: "publish" } };
    expect(await admin.refused(settleEditOperation, settling)).toMatchObject(refusal);
    const publishing = { params: { workflow_id: agentId } };
    expect(await admin.refused(publishAgentOperation, publishing)).toMatchObject(refusal);
    await test.everything.deleteFrom("tools").where("name", "=", "one of many").execute();
    await settle(proposed.event_id, "publish");
    expect((await rowOf(agentId)).template_version).toBe("1.0.0");
  });

  it("keeps its version where the proposal was discarded and another draft is published", async () => {
    const { agentId } = await hireEarlier();
    const proposed = await upgrade(agentId);
    await settle(proposed.event_id, "discard");
    const mine = { workflow_definition: minimalDefinition("Hello from us.") };
    await admin.call(updateAgentOperation, { params: { workflow_id: agentId }, body: mine });
    await admin.call(publishAgentOperation, { params: { workflow_id: agentId } });
    expect(await hireOf(agentId)).toMatchObject({ template_version: "0.9.0", newer_version: "1.0.0" });
  });

  it("gets the documents that its template has now, which the proposal shows, and none of them twice", async () => {
    const agentId = await hireWithoutDocuments();
    const proposed = await upgrade(agentId);
    const subject = await subjectOf(proposed.event_id);
    expect(subject).toMatchObject({
      reason: expect.stringContaining("It comes with the documents returns.md."),
      diff: { nodes: [{ name: "Documents", fields: [{ field: "returns.md", before: null }] }], edges: [] },
    });
    expect(JSON.stringify(subject)).toContain("Shop");
    expect(await documentsOf(agentId)).toEqual([]);
    await settle(proposed.event_id, "publish");
    const documents = await waitUntil("the document is read", async () => {
      const rows = await documentsOf(agentId);
      // Without an embedding model the processing fails with a sentence.
      return rows[0]?.state === "ready" || rows[0]?.state === "failed" ? rows : undefined;
    });
    expect(documents).toMatchObject([{ filename: "returns.md", scope: "agent", latest_version: 1, deleted_at: null }]);
    await waitUntil("nothing is due", async () => (await rowOf(agentId)).documents_due === null);
    // Its people delete it: the next version of the template does not bring it back.
    await removeDocuments(agentId);
    await setVersion(agentId, "0.9.1");
    const { body } = await admin.call(upgradeHireOperation, { params: { workflow_id: agentId }, body: {} });
    expect(body.event_id).toBeNull();
  });

  it("gets its documents when there is room where the storage is full, and the team is told so once", async () => {
    const agentId = await hireWithoutDocuments();
    const { organization_id } = await rowOf(agentId);
    const allow = (limit_documents: number) =>
      test.everything
        .updateTable("knowledge_usage")
        .set({ limit_documents })
        .where("organization_id", "=", organization_id)
        .execute();
    const { limit_documents: before } = await test.everything
      .selectFrom("knowledge_usage")
      .select("limit_documents")
      .where("organization_id", "=", organization_id)
      .executeTakeFirstOrThrow();
    await allow(0);
    const proposed = await upgrade(agentId);
    await settle(proposed.event_id, "publish");
    const told = () =>
      test.everything
        .selectFrom("timeline_events")
        .select("summary")
        .where("agent_id", "=", agentId)
        .where("summary", "like", "%storage of your plan is full%")
        .execute();
    await waitUntil("the team is told", async () => (await told()).length > 0);
    const request = await test.everything
      .selectFrom("requests")
      .selectAll()
      .where("event_id", "=", proposed.event_id)
      .executeTakeFirstOrThrow();
    expect(await addUpgradeDocuments(api.dependencies, request)).toBe(false);
    expect(await documentsOf(agentId)).toEqual([]);
    await allow(before);
    expect(await addUpgradeDocuments(api.dependencies, request)).toBe(true);
    expect(await addUpgradeDocuments(api.dependencies, request)).toBe(true);
    expect(await documentsOf(agentId)).toHaveLength(1);
    expect(await told()).toHaveLength(1);
    expect((await rowOf(agentId)).documents_due).toBeNull();
  });

  it("follows a version at once that changes nothing in it", async () => {
    const agentId = await hireShop();
    await setVersion(agentId, "0.9.0");
    const { body } = await admin.call(upgradeHireOperation, { params: { workflow_id: agentId }, body: {} });
    expect(body).toEqual({
      event_id: null,
      workflow_id: agentId,
      detail: "The new version changes nothing in the agent: it follows it from now on",
      from_version: "0.9.0",
      to_version: "1.0.0",
    });
    expect(await agentOf(agentId)).toMatchObject({ version: 1, draft_version: null });
    expect(await hireOf(agentId)).toMatchObject({ template_version: "1.0.0", newer_version: null });
    expect((await rowOf(agentId)).base).not.toBeNull();
  });

  it("is a 404 for an agent that nobody hired", async () => {
    const agent = await createAgent(admin);
    const refused = await admin.refused(upgradeHireOperation, { params: { workflow_id: agent.id }, body: {} });
    expect(refused.status).toBe(404);
  });
});
