import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { updateAgentOperation } from "../../../api/agents/agents.operations.ts";
import {
  cancelRehearsalOperation,
  createRehearsalOperation,
  createScenarioOperation,
  deleteScenarioOperation,
  getRehearsalOperation,
  getRehearsedConversationOperation,
  getScenarioOperation,
  listRehearsalsOperation,
  listScenariosOperation,
  pauseRehearsalOperation,
  resumeRehearsalOperation,
  runAgainOperation,
  updateScenarioOperation,
} from "../../../api/rehearsals/rehearsals.operations.ts";
import {
  createScenariosFromDocumentOperation,
  importScenariosOperation,
  listPersonasOperation,
} from "../../../api/rehearsals/scenario-sources.operations.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgent } from "../../factories/agents.ts";
import { bookingScenario } from "../../factories/rehearsals.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-rehearsals-"));
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

const createReception = () => createAgent(admin, { workflow_definition: receptionDefinition() });

const addScenario = async (workflow_id: number, body: object = {}) =>
  (await admin.call(createScenarioOperation, { params: { workflow_id }, body: { ...bookingScenario, ...body } })).body;

const rehearse = async (workflow_id: number, body: object = {}) =>
  (await admin.call(createRehearsalOperation, { params: { workflow_id }, body })).body;

const untilOver = ({ id: rehearsal_id, workflow_id }: { id: number; workflow_id: number }) =>
  waitUntil("the rehearsal is over", async () => {
    const { body } = await admin.call(getRehearsalOperation, { params: { workflow_id, rehearsal_id } });
    return body.state === "done" ? body : undefined;
  });

it("plays each scenario as often as it says, and keeps every word with its checks", async () => {
  const agent = await createReception();
  await addScenario(agent.id, { runs: 2 });
  const started = await rehearse(agent.id);
  expect(started).toMatchObject({ state: "running", passed: null, version_number: 1 });
  expect(started.definition_digest).toBe(agent.definition_digest);
  const over = await untilOver(started);
  expect(over).toMatchObject({ passed: true, counts: { green: 2, red: 0, failed: 0, waiting: 0 } });
  expect(
    over.conversations.map(({ run_number, checks }) => [run_number, checks.every(({ passed }) => passed)]),
  ).toEqual([
    [1, true],
    [2, true],
  ]);
  const conversation_id = over.conversations[0]?.id ?? 0;
  const params = { workflow_id: agent.id, rehearsal_id: over.id, conversation_id };
  const { body: whole } = await admin.call(getRehearsedConversationOperation, { params });
  expect(
    whole.words.filter(({ speaker }) => speaker !== "step").map(({ speaker, text }) => `${speaker}: ${text}`),
  ).toEqual([
    "agent: Hello Ada, this is Mira.",
    "person: I want to book an appointment.",
    "agent: One second, Ada.",
    "agent: Which day suits you?",
    "person: Friday. That is all, we are finished.",
    "agent: Thank you for calling.",
    "agent: Goodbye.",
  ]);
  expect(whole).toMatchObject({ steps: ["start", "booking", "end"], end_reason: "agent_hangup", turns: 3 });
});

it("shows a red check with what was found and its step, and runs again what is red", async () => {
  const agent = await createReception();
  await addScenario(agent.id);
  const wrong = await addScenario(agent.id, { name: "Wants a promise", checks: [{ kind: "says", text: "I promise" }] });
  const over = await untilOver(await rehearse(agent.id));
  expect(over).toMatchObject({ passed: false, counts: { green: 1, red: 1 } });
  const red = over.conversations.find(({ state }) => state === "red");
  expect(red?.scenario_id).toBe(wrong.id);
  expect(red?.checks.filter(({ passed }) => !passed)).toMatchObject([
    { kind: "says", found: "It never said that", node_id: "end" },
  ]);
  const again = await admin.call(runAgainOperation, { params: { workflow_id: agent.id, rehearsal_id: over.id } });
  expect(again.body.conversations.map(({ scenario_id }) => scenario_id)).toEqual([wrong.id]);
  await untilOver(again.body);
  const { body: listed } = await admin.call(listRehearsalsOperation, { params: { workflow_id: agent.id } });
  expect(listed.rehearsals.map(({ id }) => id)).toEqual([again.body.id, over.id]);
});

it("rehearses the draft unless it is asked for another version", async () => {
  const agent = await createReception();
  await addScenario(agent.id, { checks: [{ kind: "says", text: "this is Juno" }] });
  const definition = receptionDefinition({ start: { greeting: "Hello {{name}}, this is Juno." } });
  await admin.call(updateAgentOperation, { params: { workflow_id: agent.id }, body: { definition } });
  const [draft, published] = [await rehearse(agent.id), await rehearse(agent.id, { version: 1 })];
  expect([draft.version_number, published.version_number]).toEqual([2, 1]);
  expect(await untilOver(draft)).toMatchObject({ passed: true });
  expect(await untilOver(published)).toMatchObject({ passed: false });
});

it("starts a repeated request once", async () => {
  const agent = await createReception();
  await addScenario(agent.id);
  const ask = () =>
    admin.call(createRehearsalOperation, { params: { workflow_id: agent.id }, body: {} }, { idempotencyKey: "once" });
  const [first, second] = [await ask(), await ask()];
  expect(second.body.id).toBe(first.body.id);
  await untilOver(first.body);
});

it("reads, rewrites and deletes scenarios, and says what playing them may cost", async () => {
  const agent = await createReception();
  const made = await addScenario(agent.id);
  const params = { workflow_id: agent.id, scenario_id: made.id };
  const { body: rewritten } = await admin.call(updateScenarioOperation, {
    params,
    body: { ...bookingScenario, name: "Books", runs: 3 },
  });
  expect(rewritten).toMatchObject({ id: made.id, name: "Books", runs: 3, documents: "real", direction: "outbound" });
  expect((await admin.call(getScenarioOperation, { params })).body).toEqual(rewritten);
  const { body: listed } = await admin.call(listScenariosOperation, { params: { workflow_id: agent.id } });
  expect(listed).toMatchObject({ scenarios: [{ id: made.id }], estimate: { conversations: 3, cost_minor: 0 } });
  expect(listed.estimate.prompt_tokens).toBeGreaterThan(0);
  await admin.call(deleteScenarioOperation, { params });
  expect(await admin.refused(getScenarioOperation, { params })).toMatchObject({ status: 404 });
});

it("refuses what cannot be rehearsed, with what to do", async () => {
  const agent = await createReception();
  const params = { workflow_id: agent.id };
  expect(await admin.refused(createRehearsalOperation, { params, body: {} })).toMatchObject({
    status: 409,
    code: "nothing_to_rehearse",
  });
  await addScenario(agent.id);
  expect(await admin.refused(createScenarioOperation, { params, body: bookingScenario })).toMatchObject({
    status: 409,
    code: "scenario_name_taken",
  });
  expect(await admin.refused(createRehearsalOperation, { params, body: { scenario_ids: [1] } })).toMatchObject({
    status: 422,
  });
  expect(await admin.refused(createRehearsalOperation, { params, body: { version: 9 } })).toMatchObject({
    status: 422,
  });
  const two = {
    ...bookingScenario,
    name: "Two",
    caller: { kind: "scripted" as const, lines: [{ say: "a", press: "1" }] },
  };
  expect(await admin.refused(createScenarioOperation, { params, body: two })).toMatchObject({ status: 422 });
});

it("is paused, goes on, and is canceled with its results kept", async () => {
  const agent = await createReception();
  await addScenario(agent.id, { runs: 10 });
  const started = await rehearse(agent.id);
  const params = { workflow_id: agent.id, rehearsal_id: started.id };
  const paused = await admin.call(pauseRehearsalOperation, { params });
  expect(paused.body.state).toBe("paused");
  expect((await admin.call(resumeRehearsalOperation, { params })).body.state).toBe("running");
  await untilOver(started);
  expect(await admin.refused(cancelRehearsalOperation, { params })).toMatchObject({
    status: 409,
    code: "rehearsal_over",
  });
  const other = await rehearse(agent.id);
  await admin.call(pauseRehearsalOperation, { params: { ...params, rehearsal_id: other.id } });
  const { body } = await admin.call(cancelRehearsalOperation, { params: { ...params, rehearsal_id: other.id } });
  expect(body).toMatchObject({ state: "canceled", passed: false, counts: { waiting: 0 } });
  expect(body.counts.green + body.counts.canceled + body.counts.playing).toBe(10);
});

it("is compared with the one before, and read as JUnit XML", async () => {
  const agent = await createReception();
  await addScenario(agent.id);
  const first = await untilOver(await rehearse(agent.id));
  expect(first.compared).toBeNull();
  const definition = receptionDefinition({ start: { greeting: "Hi there." } });
  await admin.call(updateAgentOperation, { params: { workflow_id: agent.id }, body: { definition } });
  const second = await untilOver(await rehearse(agent.id));
  expect(second.compared).toMatchObject({ rehearsal_id: first.id, became_red: ["Books for Friday"], slower: [] });
  const path = `/api/v1/workflows/${agent.id}/rehearsals/${second.id}/junit`;
  const answer = await fetch(`${api.baseUrl}${path}`, { headers: { authorization: `Bearer ${tenant.admin.token}` } });
  expect(answer.headers.get("content-type")).toMatch("application/xml");
  expect(await answer.text()).toContain('<failure message="The agent says &quot;Hello Ada&quot;: It never said that">');
});

it("checks what every agent must keep without being asked", async () => {
  const agent = await createAgent(admin, {
    workflow_definition: receptionDefinition({ start: { greeting: "Hello {{name}}, your code is {{door_pin}}." } }),
    workflow_configurations: { disclosure: "I am an artificial assistant of Example." },
  });
  await addScenario(agent.id, {
    caller: { kind: "scripted", lines: [{ say: "Please never call me again." }] },
    context: { name: "Ada", door_pin: "48151623" },
    checks: [],
  });
  const over = await untilOver(await rehearse(agent.id));
  const checks = over.conversations[0]?.checks ?? [];
  expect(checks.filter(({ passed }) => !passed).map(({ kind }) => kind)).toEqual(["speaks_no_secret"]);
  expect(checks.find(({ kind }) => kind === "says_what_it_is")?.expected).toMatch("I am an artificial assistant");
});

it("refuses a judge where only the built-in model is there", async () => {
  const agent = await createReception();
  await addScenario(agent.id, { checks: [{ kind: "judge", question: "Was the agent kind?" }] });
  const params = { workflow_id: agent.id };
  expect(await admin.refused(createRehearsalOperation, { params, body: {} })).toMatchObject({
    status: 409,
    code: "model_needed",
    detail: expect.stringContaining('leave out "Books for Friday"'),
  });
});

it("a persona is refused where no language model could play it, with the setting to make", async () => {
  const agent = await createReception();
  const body = { name: "Somebody in a hurry", caller: { kind: "persona" as const, persona: "in_a_hurry" as const } };
  const refusal = await admin.refused(createScenarioOperation, { params: { workflow_id: agent.id }, body });
  expect(refusal.status).toBe(422);
  expect(JSON.stringify(refusal.detail)).toMatch(/set llm among the organization's models/);
});

it("scenarios are written as YAML and taken from it: by their names, all or none, each fault with its line", async () => {
  const agent = await createReception();
  const params = { workflow_id: agent.id };
  const before = await addScenario(agent.id);
  const exported = await admin.fetch(`/api/v1/workflows/${agent.id}/scenarios/export`);
  expect(exported.headers.get("content-type")).toContain("application/yaml");
  const yaml = await exported.text();
  expect(yaml).toContain("  - user: I want to book an appointment.");
  const other = await createReception();
  const copied = await admin.call(importScenariosOperation, { params: { workflow_id: other.id }, body: { yaml } });
  expect(copied.body).toMatchObject({ created: 1, updated: 0, scenarios: [{ name: "Books for Friday" }] });
  const again = await admin.call(importScenariosOperation, {
    params,
    body: { yaml: `${yaml.replace("Friday. That", "Monday. That")}---\nname: Hangs up\nturns: [{ hang_up: true }]\n` },
  });
  expect(again.body).toMatchObject({ created: 1, updated: 1 });
  const { body: suite } = await admin.call(listScenariosOperation, { params });
  expect(suite.scenarios.map(({ id, name }) => [id === before.id, name])).toEqual([
    [true, "Books for Friday"],
    [false, "Hangs up"],
  ]);
  expect(JSON.stringify(suite.scenarios[0]?.caller)).toContain("Monday. That");
  const faulty = "name: Fine\nturns: []\n---\nname: Not\nturns:\n  - press: x\n";
  const refusal = await admin.refused(importScenariosOperation, { params, body: { yaml: faulty } });
  expect(refusal.detail).toEqual([
    expect.objectContaining({ loc: ["body", "yaml", 6], msg: expect.stringContaining("Line 6: ") }),
  ]);
  expect((await admin.call(listScenariosOperation, { params })).body.scenarios).toHaveLength(2);
});

it("takes a file of scenarios as long as it says, in whatever letters, and refuses a longer one with the most", async () => {
  const { id: workflow_id } = await createReception();
  const head = "name: Greets\nturns: []\n# ";
  // Each of these letters is three bytes of the request.
  const file = (characters: number) => ({ yaml: head + "語".repeat(characters - head.length) });
  const taken = await admin.call(importScenariosOperation, { params: { workflow_id }, body: file(340_000) });
  expect(taken.body).toMatchObject({ created: 1 });
  const refusal = await admin.refused(importScenariosOperation, { params: { workflow_id }, body: file(340_001) });
  expect(refusal).toMatchObject({ status: 422 });
  expect(JSON.stringify(refusal)).toContain("340000");
});

it("lists the personas that are ready, and knows no document of nobody", async () => {
  const { body } = await admin.call(listPersonasOperation, {});
  expect(body.personas).toHaveLength(12);
  const agent = await createReception();
  const refusal = await admin.refused(createScenariosFromDocumentOperation, {
    params: { workflow_id: agent.id, document_uuid: crypto.randomUUID() },
  });
  expect(refusal).toMatchObject({ status: 404 });
});
