import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { tools } from "../../../api/mcp/tools.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const PROGRAM = join(import.meta.dirname, "../../../clients/typescript/cli/main.ts");

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
});
afterAll(async () => {
  await api?.close();
  await test?.drop();
});

const connect = async (apiKey: string) => {
  const client = new Client({ name: "Stdio client", version: "3" });
  const env = { PATH: process.env["PATH"] ?? "", RINGDOWN_URL: api.baseUrl, RINGDOWN_API_KEY: apiKey };
  const args = ["--disable-warning=ExperimentalWarning", PROGRAM, "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  return client;
};

it("a client that starts `ringdown mcp` has the same tools, several calls at a time, and is named on the timeline", async () => {
  const { apiKey } = await createKey(test, { tenant, environment: "sandbox" });
  const client = await connect(apiKey);
  expect((await client.listTools()).tools).toHaveLength(tools.length);
  const list = (name: string) => ({
    name: "call_operation",
    arguments: { operation: "contacts.lists.create", body: { name } },
  });
  const made = await Promise.all([client.callTool(list("One")), client.callTool(list("Two"))]);
  expect(made.map(({ structuredContent }) => structuredContent)).toMatchObject([
    { carried_out: true, data: { name: "One" } },
    { carried_out: true, data: { name: "Two" } },
  ]);
  await client.close();
  const viewer = api.client({ token: tenant.viewer.token });
  const { events } = (await viewer.call(readTimelineOperation, { query: { limit: 100 } })).body;
  expect(events.filter(({ payload }) => payload["client"] === "Stdio client")).toHaveLength(2);
});

it("a key that is none is told to the client", async () => {
  await expect(connect("vap_test_none")).rejects.toThrow("401");
});
