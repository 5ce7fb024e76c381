import { DograhClient, SpecMismatchError, Workflow } from "@dograh/sdk";
import { agentNode, endCall, globalNode, qa, startCall, trigger, webhook } from "@dograh/sdk/typed";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createCredentialOperation } from "../../api/credentials/credentials.operations.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { createKey, createTenant } from "../factories/tenant.ts";

/** The published TypeScript client of the reference interface, as npm has it: every method of it against a running API. */
let platform: CallingPlatform;
let client: DograhClient;
const called = new Set<string>();

beforeAll(async () => {
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
  const tenant = await createTenant(platform.test);
  const { apiKey } = await createKey(platform.test, { tenant });
  await platform.api.client({ apiKey }).call(createCredentialOperation, {
    body: { name: "A key", credential_type: "bearer_token", credential_data: { token: "a token" } },
  });
  client = noting(new DograhClient({ baseUrl: platform.api.baseUrl, apiKey }));
});
afterAll(() => platform.close());

/** Notes which methods are called, so that one that is forgotten here is found. */
const noting = (real: DograhClient): DograhClient =>
  new Proxy(real, {
    get: (target, name, receiver) => {
      if (typeof name === "string") called.add(name);
      return Reflect.get(target, name, receiver);
    },
  });

const methodsOf = (prototype: object | null): string[] =>
  prototype === null || prototype === Object.prototype
    ? []
    : [...Object.getOwnPropertyNames(prototype), ...methodsOf(Object.getPrototypeOf(prototype))];

const buildWorkflow = async (name: string): Promise<Workflow> => {
  const workflow = new Workflow({ client, name });
  const start = await workflow.addTyped(startCall({ prompt: "Greet the caller.", greeting: "Hello." }));
  const ask = await workflow.addTyped(agentNode({ name: "Ask", prompt: "Ask what it is about." }));
  const end = await workflow.add({ type: "endCall", name: "Goodbye", prompt: "Say goodbye." });
  workflow.edge(start, ask, { label: "Go on", condition: "They have time." });
  workflow.edge(ask, end, { label: "Done", condition: "Nothing is left to say." });
  return workflow;
};

it("lists and shows node types, and knows none that are not there", async () => {
  const { node_types } = await client.listNodeTypes();
  expect(node_types.length).toBeGreaterThan(6);
  expect(client.specVersion).toBe("1.0.0");
  for (const { name } of node_types) expect((await client.getNodeType(name)).name).toBe(name);
  await expect(client.getNodeType("tuner")).rejects.toThrow(SpecMismatchError);
});

it("takes every typed node that there is a type for", async () => {
  const workflow = new Workflow({ client, name: "Everything" });
  for (const node of [
    startCall({ prompt: "Greet.", pre_call_fetch_enabled: false }),
    agentNode({ prompt: "Ask." }),
    endCall({ prompt: "Say goodbye." }),
    globalNode({ prompt: "Be kind." }),
    trigger({}),
    webhook({ endpoint_url: "https://example.com/hook" }),
    qa({}),
  ]) {
    expect((await workflow.addTyped(node)).type).toBe(node.type);
  }
});

it("creates, lists, loads, changes and saves an agent", async () => {
  const built = await buildWorkflow("Reception");
  const created = await client.createWorkflow({
    body: { name: built.name, workflow_definition: { ...built.toJson() } },
  });
  expect((await client.listWorkflows({ status: "active" })).map(({ id }) => id)).toContain(created.id);
  expect((await client.getWorkflow(created.id)).workflow_definition).toMatchObject({ nodes: [{}, {}, {}] });
  const loaded = await client.loadWorkflow(created.id);
  await loaded.addTyped(globalNode({ prompt: "Be kind." }));
  const saved = await client.saveWorkflow(created.id, loaded);
  expect(saved).toMatchObject({ id: created.id, version_status: "draft", version_number: 2 });
  const renamed = await client.updateWorkflow(created.id, { body: { name: "Front desk" } });
  expect(renamed.name).toBe("Front desk");
});

it("makes and lists tools", async () => {
  const tool = await client.createTool({
    body: {
      name: "Calculator",
      category: "calculator",
      icon: "calculator",
      icon_color: "#3B82F6",
      definition: { schema_version: 1, type: "calculator" },
    },
  });
  const tools = await client.listTools({ status: "active", category: "calculator" });
  expect(tools.map(({ tool_uuid }) => tool_uuid)).toEqual([tool.tool_uuid]);
});

it("lists credentials, documents and recordings", async () => {
  expect(await client.listCredentials()).toMatchObject([{ name: "A key" }]);
  expect(await client.listDocuments({ status: "completed", limit: 10, offset: 0 })).toMatchObject({ documents: [] });
  expect(await client.listRecordings({ ttsProvider: "none" })).toEqual({ recordings: [], total: 0 });
});

it("calls", async () => {
  const built = await buildWorkflow("Caller");
  const { id } = await client.createWorkflow({
    body: { name: built.name, workflow_definition: { ...built.toJson() } },
  });
  const answer = await client.testPhoneCall({ body: { workflow_id: id, phone_number: "+14155550123" } });
  expect(answer).toMatchObject({ message: expect.any(String), workflow_run_id: expect.any(Number) });
});

it("has no method that is not called here", () => {
  const methods = methodsOf(DograhClient.prototype).filter((name) => !["constructor", "request"].includes(name));
  expect(methods.filter((name) => !called.has(name))).toEqual([]);
});
