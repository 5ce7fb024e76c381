import { beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  countAgentsOperation,
  createAgentOperation,
  createDraftOperation,
  duplicateAgentOperation,
  getAgentOperation,
  listAgentsOperation,
  listVersionsOperation,
  moveAgentOperation,
  publishAgentOperation,
  setAgentStatusOperation,
  summarizeAgentsOperation,
  updateAgentOperation,
  validateAgentOperation,
} from "../../../api/agents/agents.operations.ts";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { createAgent, minimalDefinition } from "../../factories/agents.ts";
import { createChannel } from "../../factories/channels.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createHttpTool } from "../../factories/tools.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let stranger: ApiClient;

const { test, api, tenant, admin } = await useTenantApi();
beforeAll(async () => {
  stranger = api.client({ token: (await createTenant(test, "Another")).admin.token });
});

const params = (agent: { id: number }) => ({ params: { workflow_id: agent.id } });
const brokenDefinition = () => ({ ...minimalDefinition(), edges: [] });
const greetingIn = (definition: Record<string, unknown>): unknown =>
  JSON.stringify(definition).match(/"greeting":"([^"]*)"/)?.[1];
const waitingStatements = async (): Promise<number> => {
  const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(test.everything);
  return Number(rows[0]?.count);
};
const summariesOf = async (agent: { id: number }) => {
  const { body } = await admin.call(readTimelineOperation, { query: { workflow_id: agent.id } });
  return body.events.map((event) => event.summary);
};

describe("a new agent", () => {
  it("is published at once, with settings and their defaults", async () => {
    const agent = await createAgent(admin, {
      name: "  Reception  ",
      workflow_configurations: { max_call_duration: 60, dictionary: "Lovelace" },
    });
    expect(agent).toMatchObject({
      name: "Reception",
      status: "active",
      folder_id: null,
      version: 1,
      draft_version: null,
      version_number: 1,
      version_status: "published",
      template_id: null,
      total_runs: 0,
      workflow_configurations: { max_call_duration: 60, max_user_idle_timeout: 10, dictionary: "Lovelace" },
      template_context_variables: {},
      call_disposition_codes: null,
    });
    expect(agent.definition).toEqual(minimalDefinition());
    expect(agent.workflow_definition).toEqual(agent.definition);
    expect((await admin.call(getAgentOperation, params(agent))).body).toEqual(agent);
    expect(await summariesOf(agent)).toEqual(["Agent Reception was created"]);
  });

  it("loses what its editor keeps beside the data", async () => {
    const { nodes, edges } = minimalDefinition();
    const agent = await createAgent(admin, {
      workflow_definition: {
        nodes: nodes.map((node) => ({ ...node, selected: true, data: { ...node.data, extraction_prompt: null } })),
        edges: edges.map((edge) => ({ ...edge, animated: true })),
      },
    });
    expect(agent.definition).toEqual(minimalDefinition());
  });

  const withUnknownKeys = () => {
    const { nodes, edges } = minimalDefinition();
    return {
      nodes: nodes.map((node) => ({ ...node, data: { ...node.data, api_key: "secret" } })),
      edges: edges.map((edge) => ({ ...edge, data: { ...edge.data, color: "red" } })),
    };
  };

  it("with a key that nobody knows is refused at its place", async () => {
    const refusal = await admin.refused(createAgentOperation, { body: { name: "A", definition: withUnknownKeys() } });
    expect(refusal.status).toBe(422);
    expect(refusal.detail).toEqual(
      [
        ["nodes", 0, "data", "api_key"],
        ["nodes", 1, "data", "api_key"],
        ["edges", 0, "data", "color"],
      ].map((loc) => ({
        loc: ["body", "definition", ...loc],
        msg: "Unknown field: check its spelling",
        type: "unknown_field",
      })),
    );
  });

  it("a new agent of a published client loses those keys", async () => {
    const response = await admin.fetch("/api/v1/workflow/create/definition", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Old client", workflow_definition: withUnknownKeys() }),
    });
    expect(await response.json()).toMatchObject({ definition: minimalDefinition() });
  });

  it("a new agent that names missing things is refused at each place", async () => {
    const foreign = await createHttpTool(stranger, { url: "http://127.0.0.1:9/" });
    const { nodes, edges } = minimalDefinition();
    const named = {
      tool_uuids: [foreign.tool_uuid],
      document_uuids: [crypto.randomUUID()],
      pre_call_fetch_mode: "always",
      pre_call_fetch_url: "http://10.0.0.1/",
      pre_call_fetch_credential_uuid: "none",
      greeting_type: "audio",
      greeting_recording_id: "hello",
    };
    const definition = {
      nodes: nodes.map((node) => (node.id === "start" ? { ...node, data: { ...node.data, ...named } } : node)),
      edges,
    };
    const body = {
      name: "A",
      definition,
      workflow_configurations: {
        models: { llm: { provider: "openai" as const, model: "m", credential_uuid: crypto.randomUUID() } },
      },
    };
    const settings = await admin.refused(createAgentOperation, { body });
    expect(settings.detail).toEqual([
      expect.objectContaining({ loc: ["body", "workflow_configurations", "models", "llm", "credential_uuid"] }),
    ]);
    const speech = { provider: "openai" as const, model: "m", base_url: "https://speech.example.com/v1" };
    const inAudio = { workflow_configurations: { models: { stt: speech } } };
    const { detail } = await admin.refused(createAgentOperation, { body: { name: "A", definition, ...inAudio } });
    expect(detail).toEqual([
      expect.objectContaining({
        loc: ["body", "workflow_configurations", "models", "stt"],
        msg: expect.stringContaining("no conversations with audio here"),
      }),
    ]);
    const refusal = await admin.refused(createAgentOperation, { body: { name: "A", definition } });
    expect(refusal.status).toBe(422);
    const at = (...loc: (string | number)[]) => ["body", "definition", "nodes", 0, "data", ...loc];
    expect(refusal.detail).toEqual([
      {
        loc: at("greeting_recording_id"),
        msg: expect.stringContaining("no such recording"),
        type: "unknown_reference",
      },
      expect.objectContaining({ loc: at("tool_uuids", 0), msg: expect.stringContaining("no such tool") }),
      expect.objectContaining({ loc: at("document_uuids", 0), msg: expect.stringContaining("no such document") }),
      expect.objectContaining({ loc: at("pre_call_fetch_url") }),
      expect.objectContaining({ loc: at("pre_call_fetch_credential_uuid") }),
    ]);
    const agent = await createAgent(admin);
    const changed = await admin.refused(updateAgentOperation, { ...params(agent), body: { definition } });
    expect(changed.status).toBe(422);
    const { body: answer } = await admin.call(validateAgentOperation, { ...params(agent), body: { definition } });
    expect(answer.errors.map(({ field }) => field)).toContain("data.tool_uuids.0");
  });

  it("names what its calls' dispositions are chosen from; they change at once", async () => {
    const agent = await createAgent(admin, { disposition_codes: ["interested", "not interested"] });
    expect(agent.disposition_codes).toEqual(["interested", "not interested"]);
    const body = { call_disposition_codes: { disposition_codes: ["sold"] } };
    const { body: changed } = await admin.call(updateAgentOperation, { ...params(agent), body });
    expect(changed).toMatchObject({
      disposition_codes: ["sold"],
      draft_version: null,
      call_disposition_codes: body.call_disposition_codes,
    });
  });

  it("a new agent that cannot take calls is refused with every fault", async () => {
    const body = { name: "Broken", definition: brokenDefinition() };
    const refusal = await admin.refused(createAgentOperation, { body });
    expect(refusal.status).toBe(422);
    expect(refusal.detail).toEqual({
      is_valid: false,
      errors: [{ kind: "node", id: "end", field: null, message: "A node of the type endCall needs an incoming edge" }],
    });
  });

  it.each([
    ["no definition", { name: "A" }, ["body", "workflow_definition"]],
    [
      "a node without an id",
      { name: "A", definition: { nodes: [{ type: "endCall" }] } },
      ["body", "definition", "nodes", 0, "id"],
    ],
    [
      "a call that is too long",
      { name: "A", definition: minimalDefinition(), workflow_configurations: { max_call_duration: 1201 } },
      ["body", "workflow_configurations", "max_call_duration"],
    ],
    ["a field that nobody knows", { name: "A", definition: minimalDefinition(), colour: "red" }, ["body", "colour"]],
  ])("is refused with %s", async (_what, body, loc) => {
    const refusal = await admin.refused(createAgentOperation, { body });
    expect(refusal.status).toBe(422);
    expect(refusal.detail).toEqual([expect.objectContaining({ loc })]);
  });

  it("is made once per Idempotency-Key, even when the first answer was lost", async () => {
    const body = { name: "Once", definition: minimalDefinition() };
    const first = await admin.call(createAgentOperation, { body }, { idempotencyKey: "agent-1" });
    await test.everything.deleteFrom("idempotency_keys").where("key", "=", "agent-1").execute();
    const second = await admin.call(createAgentOperation, { body }, { idempotencyKey: "agent-1" });
    expect(second.body).toEqual(first.body);
    expect(await summariesOf(first.body)).toHaveLength(1);
  });

  it("does not get into another organization's channel", async () => {
    const channel = await createChannel(stranger);
    const body = { name: "A", definition: minimalDefinition(), folder_id: channel.id };
    expect((await admin.refused(createAgentOperation, { body })).status).toBe(404);
  });
});

describe("a change", () => {
  it("goes into a draft, which publishing makes the version that calls run", async () => {
    const agent = await createAgent(admin);
    const body = { workflow_definition: minimalDefinition("Good morning") };
    const { body: changed } = await admin.call(updateAgentOperation, { ...params(agent), body });
    expect(changed).toMatchObject({ version: 1, draft_version: 2, version_number: 2, version_status: "draft" });
    expect(changed.current_definition_id).toBe(agent.current_definition_id);
    expect(greetingIn(changed.definition)).toBe("Good morning");

    await admin.call(updateAgentOperation, {
      ...params(agent),
      body: { definition: minimalDefinition("Good evening") },
    });
    const { body: published } = await admin.call(publishAgentOperation, params(agent));
    expect(published).toMatchObject({
      version: 2,
      draft_version: null,
      version_number: 2,
      version_status: "published",
    });
    expect(published.current_definition_id).not.toBe(agent.current_definition_id);
    expect(greetingIn(published.definition)).toBe("Good evening");

    const { body: versions } = await admin.call(listVersionsOperation, params(agent));
    expect(versions.map((version) => [version.version_number, version.status])).toEqual([
      [2, "published"],
      [1, "archived"],
    ]);
    expect(versions.map((version) => version.workflow_json)).toEqual([
      minimalDefinition("Good evening"),
      minimalDefinition(),
    ]);
    const { body: second } = await admin.call(listVersionsOperation, {
      ...params(agent),
      query: { limit: "1", offset: "1" },
    });
    expect(second).toEqual(versions.slice(1));
    const ofNumber = async (version_number: string) =>
      (await admin.call(listVersionsOperation, { ...params(agent), query: { version_number } })).body;
    expect(await ofNumber("1")).toEqual(versions.slice(1));
    expect(await ofNumber("3")).toEqual([]);
    const query = { definition_id: String(published.current_definition_id) };
    expect((await admin.call(listVersionsOperation, { ...params(agent), query })).body).toEqual(versions.slice(0, 1));
  });

  it("a change that began from an older version is refused, and overwrites nothing", async () => {
    const agent = await createAgent(admin);
    const { definition_digest: expected_digest } = agent;
    const change = (greeting: string) => ({
      ...params(agent),
      body: { definition: minimalDefinition(greeting), expected_digest },
    });
    const { body: first } = await admin.call(updateAgentOperation, change("Mine"));
    expect(await admin.refused(updateAgentOperation, change("Theirs"))).toMatchObject({
      status: 409,
      code: "definition_changed",
      detail: expect.stringContaining("read it again"),
    });
    const named = { ...params(agent), body: { name: "Theirs", expected_digest } };
    expect(await admin.refused(updateAgentOperation, named)).toMatchObject({ code: "definition_changed" });
    expect((await admin.call(getAgentOperation, params(agent))).body).toEqual(first);
    const unseen = { ...params(agent), body: { expected_digest } };
    expect(await admin.refused(publishAgentOperation, unseen)).toMatchObject({ code: "definition_changed" });
    // Publishing changes no definition.
    await admin.call(publishAgentOperation, { ...params(agent), body: { expected_digest: first.definition_digest } });
    const further = { definition: minimalDefinition("Both"), expected_digest: first.definition_digest };
    const { body: second } = await admin.call(updateAgentOperation, { ...params(agent), body: further });
    expect(greetingIn(second.definition)).toBe("Both");
  });

  it("a change of name and settings that began from an older version is refused, even if only the graph has changed since", async () => {
    const agent = await createAgent(admin);
    const change = (body: object) => ({
      ...params(agent),
      body: { ...body, expected_settings_digest: agent.settings_digest },
    });
    // Whoever draws changes no settings.
    const drawn = { definition: minimalDefinition("Theirs") };
    await admin.call(updateAgentOperation, { ...params(agent), body: drawn });
    const { body: first } = await admin.call(updateAgentOperation, change({ name: "Mine" }));
    const refused = { status: 409, code: "settings_changed", detail: expect.stringContaining("read them again") };
    for (const body of [
      { name: "Theirs" },
      { template_context_variables: { name: "Ada" } },
      { disposition_codes: [] },
    ]) {
      expect(await admin.refused(updateAgentOperation, change(body))).toMatchObject(refused);
    }
    expect((await admin.call(getAgentOperation, params(agent))).body).toEqual(first);
    const changes: object[] = [
      { template_context_variables: { name: "Ada" } },
      { workflow_configurations: { max_call_duration: 30 } },
      { disposition_codes: ["sold"] },
    ];
    let { settings_digest: digest } = first;
    for (const body of changes) {
      const { body: changed } = await admin.call(updateAgentOperation, {
        ...params(agent),
        body: { ...body, expected_settings_digest: digest },
      });
      expect(changed.settings_digest).not.toBe(digest);
      ({ settings_digest: digest } = changed);
    }
    const { body: published } = await admin.call(publishAgentOperation, { ...params(agent), body: {} });
    expect(published.settings_digest).toBe(digest);
  });

  it("a change of settings alone keeps the definition", async () => {
    const agent = await createAgent(admin);
    const body = { workflow_configurations: { max_call_duration: 30 }, template_context_variables: { name: "Ada" } };
    const { body: changed } = await admin.call(updateAgentOperation, { ...params(agent), body });
    expect(changed.definition).toEqual(agent.definition);
    expect(changed).toMatchObject({
      workflow_configurations: { max_call_duration: 30 },
      template_context_variables: { name: "Ada" },
    });
  });

  it("a change of the name needs no draft", async () => {
    const agent = await createAgent(admin, { name: "Before" });
    const { body } = await admin.call(updateAgentOperation, { ...params(agent), body: { name: "After" } });
    expect(body).toMatchObject({ name: "After", draft_version: null, version_status: "published" });
    expect((await summariesOf(agent))[0]).toBe("Agent Before was renamed to After");
  });

  it("a change that could not take calls is refused and leaves everything as it is", async () => {
    const agent = await createAgent(admin);
    const body = { name: "New", definition: brokenDefinition() };
    const refusal = await admin.refused(updateAgentOperation, { ...params(agent), body });
    expect(refusal).toMatchObject({ status: 409, code: "invalid_definition", detail: { is_valid: false } });
    expect((await admin.call(getAgentOperation, params(agent))).body).toEqual(agent);
  });

  it("by three at once makes one draft", async () => {
    const agent = await createAgent(admin);
    const change = (greeting: string) =>
      admin.call(updateAgentOperation, { ...params(agent), body: { definition: minimalDefinition(greeting) } });
    // All three are held at the agent's row, and let go together.
    const changes = await test.everything.transaction().execute(async (tx) => {
      await tx.selectFrom("agents").select("id").where("id", "=", agent.id).forUpdate().execute();
      const started = ["One", "Two", "Three"].map(change);
      await waitUntil("all of them wait", async () => (await waitingStatements()) === 3);
      return started;
    });
    await Promise.all(changes);
    const { body: versions } = await admin.call(listVersionsOperation, params(agent));
    expect(versions.map((version) => version.version_number)).toEqual([2, 1]);
  });
});

it("create-draft gives the same draft again, and publishing without one changes nothing", async () => {
  const agent = await createAgent(admin);
  expect((await admin.call(publishAgentOperation, params(agent))).body).toEqual(agent);
  const { body: draft } = await admin.call(createDraftOperation, params(agent));
  expect(draft).toMatchObject({
    version_number: 2,
    status: "draft",
    published_at: null,
    workflow_json: agent.definition,
  });
  expect((await admin.call(createDraftOperation, params(agent))).body).toEqual(draft);
  expect(await summariesOf(agent)).toHaveLength(2);
});

it("a draft that the rules no longer allow is not published", async () => {
  const agent = await createAgent(admin);
  const { body: draft } = await admin.call(createDraftOperation, params(agent));
  await test.everything
    .updateTable("agent_versions")
    .set({ definition: brokenDefinition() })
    .where("id", "=", draft.id)
    .execute();
  const refusal = await admin.refused(publishAgentOperation, params(agent));
  expect(refusal).toMatchObject({ status: 422, detail: { is_valid: false, errors: [{ id: "end" }] } });
  expect((await admin.call(validateAgentOperation, { ...params(agent), body: {} })).body.is_valid).toBe(false);
});

describe("validate", () => {
  it("checks what the agent says, or what it is given", async () => {
    const agent = await createAgent(admin);
    const viewer = api.client({ token: tenant.viewer.token });
    expect((await viewer.call(validateAgentOperation, { ...params(agent), body: {} })).body).toEqual({
      is_valid: true,
      errors: [],
    });
    const body = { workflow_definition: brokenDefinition() };
    const { body: answer } = await viewer.call(validateAgentOperation, { ...params(agent), body });
    expect(answer).toMatchObject({ is_valid: false, errors: [{ kind: "node", id: "end" }] });
  });

  it("needs no body at all", async () => {
    const agent = await createAgent(admin);
    const response = await admin.fetch(`/api/v1/workflow/${agent.id}/validate`, { method: "POST" });
    expect([response.status, await response.json()]).toEqual([200, { is_valid: true, errors: [] }]);
  });
});

describe("lists", () => {
  it("count, name and show agents by status", async () => {
    const owner = await createTenant(test, "Counting");
    const client = api.client({ token: owner.admin.token });
    const first = await createAgent(client, { name: "First" });
    const second = await createAgent(client, { name: "Second" });
    await client.call(setAgentStatusOperation, { ...params(first), body: { status: "archived" } });

    expect((await client.call(countAgentsOperation)).body).toEqual({ total: 2, active: 1, archived: 1 });
    expect((await client.call(summarizeAgentsOperation)).body).toEqual([
      { id: second.id, name: "Second" },
      { id: first.id, name: "First" },
    ]);
    expect((await client.call(summarizeAgentsOperation, { query: { status: "archived" } })).body).toEqual([
      { id: first.id, name: "First" },
    ]);
    const { body: active } = await client.call(listAgentsOperation, { query: { status: "active" } });
    expect(active).toEqual([
      expect.objectContaining({ id: second.id, workflow_uuid: second.workflow_uuid, version: 1, total_runs: 0 }),
    ]);
    expect(active[0]).not.toHaveProperty("definition");
    expect((await client.call(listAgentsOperation)).body).toHaveLength(2);
    expect((await client.refused(listAgentsOperation, { query: { status: "deleted" } })).status).toBe(422);
  });

  it("answer under the spellings of published clients too", async () => {
    const agent = await createAgent(admin);
    const read = async (path: string) => (await admin.fetch(`/api/v1${path}`)).json();
    expect(await read(`/workflow/fetch/${agent.id}`)).toEqual(agent);
    expect(await read("/workflow/fetch?status=active")).toContainEqual(expect.objectContaining({ id: agent.id }));
    expect(await read("/workflow/count")).toHaveProperty("total");
    const created = await admin.fetch("/api/v1/workflow/create/definition", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Old client", workflow_definition: minimalDefinition(), sent_by: "a client" }),
    });
    expect(created.status).toBe(200);
  });

  it("count the runs of each agent", async () => {
    const agent = await createAgent(admin);
    const run = {
      organization_id: tenant.organizationId,
      agent_id: agent.id,
      agent_version_id: agent.current_definition_id ?? 0,
      name: "A run",
      mode: "simulator",
    };
    await test.everything
      .insertInto("call_runs")
      .values([
        { ...run, uuid: crypto.randomUUID() },
        { ...run, uuid: crypto.randomUUID() },
      ])
      .execute();
    expect((await admin.call(getAgentOperation, params(agent))).body.total_runs).toBe(2);
    const { body: agents } = await admin.call(listAgentsOperation);
    expect(agents.find(({ id }) => id === agent.id)?.total_runs).toBe(2);
  });
});

it("status changes once, and back", async () => {
  const agent = await createAgent(admin, { name: "Seasonal" });
  const archive = () => admin.call(setAgentStatusOperation, { ...params(agent), body: { status: "archived" } });
  expect((await archive()).body.status).toBe("archived");
  await archive();
  const { body } = await admin.call(setAgentStatusOperation, { ...params(agent), body: { status: "active" } });
  expect(body.status).toBe("active");
  expect(await summariesOf(agent)).toEqual([
    "Agent Seasonal was brought back from the archive",
    "Agent Seasonal was archived",
    "Agent Seasonal was created",
  ]);
});

it("an agent moves into a channel and out of it", async () => {
  const agent = await createAgent(admin);
  const channel = await createChannel(admin);
  const move = (folder_id: number | null) => admin.call(moveAgentOperation, { ...params(agent), body: { folder_id } });
  expect((await move(channel.id)).body).toMatchObject({ id: agent.id, folder_id: channel.id });
  expect((await move(null)).body.folder_id).toBeNull();
  const foreign = await createChannel(stranger);
  const refusal = await admin.refused(moveAgentOperation, { ...params(agent), body: { folder_id: foreign.id } });
  expect(refusal).toMatchObject({ status: 404, detail: "Channel not found" });
});

it("a copy says the same, draft first, and is published under ids of its own", async () => {
  const channel = await createChannel(admin);
  const agent = await createAgent(admin, {
    name: "A".repeat(255),
    folder_id: channel.id,
    workflow_configurations: { max_call_duration: 42 },
  });
  await admin.call(updateAgentOperation, {
    ...params(agent),
    body: { definition: minimalDefinition("From the draft") },
  });
  const { body: copy } = await admin.call(duplicateAgentOperation, params(agent));
  expect(copy.name).toBe(`${"A".repeat(248)} (copy)`);
  expect(copy).toMatchObject({
    version: 1,
    version_status: "published",
    folder_id: channel.id,
    workflow_configurations: { max_call_duration: 42 },
  });
  expect(greetingIn(copy.definition)).toBe("From the draft");
  expect(copy.workflow_uuid).not.toBe(agent.workflow_uuid);
});

it("a copy of an agent with a long name keeps whole characters of it", async () => {
  const agent = await createAgent(admin, { name: `${"A".repeat(247)}😀 desk` });
  const { body: copy } = await admin.call(duplicateAgentOperation, params(agent));
  expect(copy.name).toBe(`${"A".repeat(247)} (copy)`);
});

describe("another organization", () => {
  it.each([
    { operation: getAgentOperation },
    { operation: updateAgentOperation, body: { name: "Mine" } },
    { operation: publishAgentOperation },
    { operation: createDraftOperation },
    { operation: listVersionsOperation },
    { operation: validateAgentOperation, body: {} },
    { operation: duplicateAgentOperation },
    { operation: setAgentStatusOperation, body: { status: "archived" } },
    { operation: moveAgentOperation, body: { folder_id: null } },
  ])("does not find the agent: $operation.id", async ({ operation, body }) => {
    const agent = await createAgent(admin);
    const refusal = await stranger.refused(operation, { ...params(agent), ...(body && { body }) });
    expect(refusal).toMatchObject({ status: 404, detail: "Agent not found" });
    expect((await admin.call(getAgentOperation, params(agent))).body).toEqual(agent);
  });
});
