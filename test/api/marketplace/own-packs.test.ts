import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { updateAgentOperation } from "../../../api/agents/agents.operations.ts";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import {
  createPackOperation,
  createPackVersionOperation,
  getPackOperation,
  getTemplateOperation,
  hireTemplateOperation,
  listPacksOperation,
  listPackVersionsOperation,
  listTemplatesOperation,
  publishPackOperation,
  withdrawPackOperation,
} from "../../../api/marketplace/marketplace.operations.ts";
import { createScenarioOperation, listScenariosOperation } from "../../../api/rehearsals/rehearsals.operations.ts";
import { createToolOperation } from "../../../api/tools/tools.operations.ts";
import { createAgent, minimalDefinition, triggeredDefinition } from "../../factories/agents.ts";
import { createConnectedAccount, createMcpServerRow } from "../../factories/connectors.ts";
import { bookingScenario } from "../../factories/rehearsals.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-own-packs-"));
let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let admin: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  const namespace = await createTestNamespace();
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  worker = await startTestWorker(test, { api, namespace });
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
  stranger = api.client({ token: (await createTenant(test, "strangers")).admin.token });
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const packBody = (workflow_ids: number[], overrides: object = {}) => ({
  name: "Veterinary reception",
  summary: "Answers the calls of a veterinary practice.",
  job: "Front desk",
  industries: ["healthcare"],
  channels: ["inbound_call" as const],
  steps: ["Asks for the animal", "Arranges a visit"],
  compliance_notes: ["No diagnoses"],
  workflow_ids,
  ...overrides,
});
const slugs = async (client: ApiClient, query: object = {}) =>
  (await client.call(listPacksOperation, { query })).body.packs.map(({ slug }) => slug);

describe("a pack of one's own", () => {
  it("is a draft inside the organization, is hired when it is published, and keeps its agents as they were", async () => {
    const agent = await createAgent(admin, {
      name: "Vera",
      workflow_definition: triggeredDefinition(),
      template_context_variables: { practice: "", hours: "nine to five" },
    });
    await admin.call(createScenarioOperation, { params: { workflow_id: agent.id }, body: bookingScenario });
    const { body: draft } = await admin.call(createPackOperation, { body: packBody([agent.id]) });
    const templateId = draft.templates[0]?.id ?? "";
    expect(draft).toMatchObject({
      slug: "veterinary-reception",
      state: "draft",
      version: "1.0.0",
      listed: true,
      publisher: { slug: "own", first_party: false },
      badges: ["Answers calls"],
      languages: ["en-US"],
      templates: [{ name: "Vera", version: "1.0.0" }],
    });
    expect(await slugs(admin)).toContain("veterinary-reception");
    expect(await slugs(stranger)).not.toContain("veterinary-reception");
    expect((await stranger.refused(getPackOperation, { params: { slug: draft.slug } })).status).toBe(404);
    const hire = (body: object) => ({ params: { template_id: templateId }, body: { agent_name: "Nina", ...body } });
    expect((await admin.refused(hireTemplateOperation, hire({}))).status).toBe(404);

    const params = { pack_slug: draft.slug };
    expect((await admin.call(publishPackOperation, { params })).body).toMatchObject({ state: "published" });
    // Later changes of the agent are not in the version.
    await admin.call(updateAgentOperation, {
      params: { workflow_id: agent.id },
      body: { workflow_definition: minimalDefinition("Something else") },
    });
    expect((await admin.call(getTemplateOperation, { params: { template_id: templateId } })).body).toMatchObject({
      id: templateId,
      variables: [
        { key: "hours", required: false, default: "nine to five" },
        { key: "practice", required: true, default: null },
      ],
    });
    expect((await stranger.refused(hireTemplateOperation, hire({ variables: { practice: "Paws" } }))).status).toBe(404);
    expect(await admin.refused(hireTemplateOperation, hire({}))).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "variables", "practice"] }],
    });
    const { body: hired } = await admin.call(
      hireTemplateOperation,
      hire({ variables: { practice: "Paws" }, greeting: "Paws, hello?" }),
    );
    expect(hired).toMatchObject({
      name: "Nina",
      template_id: templateId,
      version: 1,
      template_context_variables: { practice: "Paws", hours: "nine to five", agent_name: "Nina" },
    });
    const suite = await waitUntil("its scenarios are there", async () => {
      const { body } = await admin.call(listScenariosOperation, { params: { workflow_id: hired.id } });
      return body.scenarios.length > 0 ? body.scenarios : undefined;
    });
    expect(suite).toMatchObject([
      {
        name: "Books for Friday",
        checks: bookingScenario.checks,
        source: { kind: "template", template_id: templateId },
      },
    ]);
    const said = JSON.stringify(hired.definition);
    expect(said).toContain("Paws, hello?");
    const paths = [agent, hired].map(
      ({ definition }) => /"trigger_path":"([^"]+)"/.exec(JSON.stringify(definition))?.[1],
    );
    expect(paths).toEqual([expect.any(String), expect.any(String)]);
    expect(paths[0]).not.toBe(paths[1]);
    const { events } = (await admin.call(readTimelineOperation, { query: { kinds: ["system"] } })).body;
    expect(events.map(({ summary }) => summary)).toContain(
      "Pack Veterinary reception got version 1.0.0 published inside the organization",
    );
  });

  const ofApp = async () => {
    const accountId = await createConnectedAccount(test, tenant, { slug: "hubspot" });
    const config = { slug: "hubspot", account_id: accountId, action: "find_contact" };
    return { accountId, slug: "contacts", app: "hubspot", definition: { type: "connector" as const, config } };
  };
  const ofServer = async () => {
    const url = "https://tools.example.com/mcp";
    const accountId = await createConnectedAccount(test, tenant, { slug: await createMcpServerRow(test, tenant, url) });
    const config = { url, account_id: accountId };
    return { accountId, slug: "server", app: "tools.example.com", definition: { type: "mcp" as const, config } };
  };
  it.each([
    ["app", ofApp],
    ["MCP server", ofServer],
  ])("says when it is hired which %s of its tools nobody is signed in to any more", async (_what, make) => {
    const { accountId, slug, app, definition } = await make();
    const body = { name: "Find a contact", definition };
    const { tool_uuid } = (await admin.call(createToolOperation, { body })).body;
    const minimal = minimalDefinition();
    const nodes = minimal.nodes.map((node) =>
      node.id === "start" ? { ...node, data: { ...node.data, tool_uuids: [tool_uuid] } } : node,
    );
    const agent = await createAgent(admin, { name: `Vera of ${slug}`, workflow_definition: { ...minimal, nodes } });
    const { body: draft } = await admin.call(createPackOperation, {
      body: packBody([agent.id], { name: slug, slug }),
    });
    await admin.call(publishPackOperation, { params: { pack_slug: draft.slug } });
    const hire = async (agent_name: string) => {
      const params = { template_id: draft.templates[0]?.id ?? "" };
      return (await admin.call(hireTemplateOperation, { params, body: { agent_name } })).body.missing;
    };
    const model = { kind: "language_model", name: null, detail: expect.any(String) };
    expect(await hire(`Nina of ${slug}`)).toEqual([model]);
    await test.everything
      .updateTable("connector_accounts")
      .set({ status: "expired" })
      .where("id", "=", accountId)
      .execute();
    const need = { kind: "connector", name: app, detail: expect.stringContaining("Find a contact") };
    expect(await hire(`Mona of ${slug}`)).toEqual([need, model]);
  });

  it("is found by text first, and then narrowed, among the platform's", async () => {
    const agent = await createAgent(admin);
    const names = [
      { name: "Ferry desk", summary: "Sells tickets for ferries.", job: "Tickets", industries: ["travel"] },
      { name: "Train desk", summary: "Sells tickets for trains.", job: "Tickets", industries: ["rail"] },
    ];
    for (const overrides of names) {
      await admin.call(createPackOperation, { body: packBody([agent.id], { ...overrides, channels: ["web"] }) });
    }
    expect(await slugs(admin, { q: "ticket" })).toEqual(["ferry-desk", "train-desk", "help-desk"]);
    expect(await slugs(admin, { q: "ticket", industry: "travel" })).toEqual(["ferry-desk", "help-desk"]);
    expect(await slugs(admin, { q: "ticket", job: "Tickets" })).toEqual(["ferry-desk", "train-desk"]);
    expect(await slugs(admin, { q: "ferries", industry: "rail" })).toEqual([]);
    expect(await slugs(stranger, { q: "ticket" })).toEqual(["help-desk"]);
  });

  it("gets versions; the published one is hired until the next one is published", async () => {
    const [first, second] = [await createAgent(admin, { name: "One" }), await createAgent(admin, { name: "Two" })];
    const overrides = { name: "Pair", slug: "pair" };
    await admin.call(createPackOperation, { body: packBody([first.id], overrides) });
    const params = { pack_slug: "pair" };
    await admin.call(publishPackOperation, { params });
    const next = packBody([first.id, second.id], { name: "Pair of two" });
    const { body: draft } = await admin.call(createPackVersionOperation, { params, body: next });
    expect(draft).toMatchObject({ version: "2.0.0", state: "draft", templates: [{ name: "One" }, { name: "Two" }] });
    const { body: shown } = await admin.call(getPackOperation, { params: { slug: "pair" } });
    expect(shown).toMatchObject({ version: "1.0.0", state: "published", templates: [{ name: "One" }] });
    await admin.call(createPackVersionOperation, { params, body: next });
    await admin.call(publishPackOperation, { params });
    expect((await admin.call(publishPackOperation, { params })).body).toMatchObject({ version: "2.0.0" });
    expect((await admin.call(listPackVersionsOperation, { params })).body.versions).toMatchObject([
      { version: "2.0.0", state: "published", workflow_ids: [first.id, second.id] },
      { version: "1.0.0", state: "archived", workflow_ids: [first.id], published_at: expect.any(String) },
    ]);
    const own = (await admin.call(listTemplatesOperation, {})).body.templates.filter(({ id }) =>
      id.startsWith("pack-"),
    );
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(["One", "Two"]));
  });

  it("is refused where nobody could hire from it, and under a name that is taken", async () => {
    const agent = await createAgent(admin);
    const refused = (body: object) => admin.refused(createPackOperation, { body: packBody([agent.id], body) });
    expect(await refused({ channels: ["web", "scheduled"], slug: "nobody" })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "channels"], msg: expect.stringContaining("recurring campaign") }],
    });
    expect(await refused({ workflow_ids: [999_999], slug: "nobody" })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "workflow_ids", 0], msg: "There is no such agent" }],
    });
    expect((await refused({ workflow_ids: [agent.id, agent.id] })).status).toBe(422);
    expect(await refused({ name: "药房" })).toMatchObject({ status: 422, detail: [{ loc: ["body", "slug"] }] });
    expect(await refused({ slug: "help-desk" })).toMatchObject({ status: 409, code: "pack_exists" });
    await admin.call(createPackOperation, { body: packBody([agent.id], { slug: "taken" }) });
    expect(await refused({ slug: "taken" })).toMatchObject({ status: 409, code: "pack_exists" });
    await test.everything
      .insertInto("documents")
      .values({
        organization_id: tenant.organizationId,
        document_uuid: "0b0c7d2e-3f4a-4b5c-8d6e-7f8091a2b3c4",
        filename: "mine.md",
        mime_type: "text/markdown",
        scope: "agent",
        agent_id: agent.id,
        current_version: 1,
      })
      .execute();
    const definition = minimalDefinition();
    const [start] = definition.nodes;
    if (start) start.data["document_uuids"] = ["0b0c7d2e-3f4a-4b5c-8d6e-7f8091a2b3c4"];
    await test.everything
      .updateTable("agent_versions")
      .set({ definition: { ...definition } })
      .where("agent_id", "=", agent.id)
      .execute();
    expect(await refused({ slug: "reader" })).toMatchObject({
      status: 422,
      detail: [{ msg: expect.stringContaining("names the document mine.md, which no other agent may read") }],
    });
  });

  it("is taken off the shelf by its organization alone", async () => {
    const agent = await createAgent(admin);
    await admin.call(createPackOperation, { body: packBody([agent.id], { slug: "gone" }) });
    const params = { pack_slug: "gone" };
    for (const operation of [publishPackOperation, withdrawPackOperation]) {
      expect((await stranger.refused(operation, { params })).status).toBe(404);
    }
    expect((await admin.call(withdrawPackOperation, { params })).body).toEqual({ slug: "gone", withdrawn: true });
    expect(await slugs(admin)).not.toContain("gone");
    expect((await admin.refused(withdrawPackOperation, { params })).status).toBe(404);
  });

  it("has two megabytes of agents at most, and lists read no agent's definition", async () => {
    const prompt = (length: number) => ({
      nodes: [
        {
          id: "start",
          type: "startCall",
          position: { x: 0, y: 0 },
          data: { name: "Start", prompt: "x".repeat(length) },
        },
      ],
      edges: [],
    });
    const large = [];
    for (const name of ["One", "Two", "Three"]) {
      const { id } = await createAgent(admin, { name, workflow_definition: minimalDefinition() });
      await test.everything
        .updateTable("agent_versions")
        .set({ definition: prompt(900_000) })
        .where("agent_id", "=", id)
        .execute();
      large.push(id);
    }
    const body = (ids: number[]) => packBody(ids, { slug: "large-agents" });
    expect(await admin.refused(createPackOperation, { body: body(large) })).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", "workflow_ids"], msg: expect.stringContaining("may come to 2 MB") }],
    });
    await admin.call(createPackOperation, { body: body(large.slice(0, 2)) });
    const spoiled = await test.everything
      .updateTable("own_pack_versions")
      .set({ content: sql`jsonb_set(content, '{agents,0,definition}', '"no definition"')` })
      .where(sql<boolean>`content->'agents'->0->'agent_id' = to_jsonb(${large[0] ?? 0}::integer)`)
      .returning("id")
      .execute();
    expect(spoiled).toHaveLength(1);
    const params = { pack_slug: "large-agents" };
    expect(await slugs(admin)).toContain("large-agents");
    const { body: listed } = await admin.call(listPackVersionsOperation, { params });
    expect(listed.versions).toMatchObject([{ workflow_ids: large.slice(0, 2) }]);
    await test.everything.deleteFrom("own_packs").where("slug", "=", "large-agents").execute();
  });
});
