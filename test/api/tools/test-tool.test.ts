import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import {
  createToolOperation,
  deleteToolOperation,
  refreshMcpOperation,
  testToolOperation,
} from "../../../api/tools/tools.operations.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { createCredential, createHttpTool, TOKEN } from "../../factories/tools.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { type McpStandIn, startMcpStandIn } from "../../harness/mcp-stand-in.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let api: TestApi;
let tenant: Tenant;
let admin: ApiClient;
let operator: ApiClient;
let receiver: HttpReceiver;

beforeAll(async () => {
  test = await createTestDatabase();
  api = await startTestApi(test);
  tenant = await createTenant(test);
  admin = api.client({ token: tenant.admin.token });
  operator = api.client({ token: tenant.operator.token });
  receiver = await startHttpReceiver();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
  await test.drop();
});
beforeEach(() => {
  receiver.requests.length = 0;
});

const run = async (tool_uuid: string, body: object = {}, options = {}) =>
  (await operator.call(testToolOperation, { params: { tool_uuid }, body }, options)).body;

describe("a tool that is tried out", () => {
  it("sends what an agent's would, and answers what the agent would be told, without the secret", async () => {
    receiver.answer = ({ headers }, response) =>
      respond(response, 201, { order: 12, echo: `you sent ${headers.authorization}` });
    const tool = await createHttpTool(admin, {
      url: `${receiver.url}/orders/{{order_id}}`,
      credential_uuid: await createCredential(admin),
      parameters: [{ name: "order_id", type: "number", description: "Its number" }],
      preset_parameters: [{ name: "caller", type: "string", value_template: "{{name}}" }],
    });
    const answer = await run(tool.tool_uuid, { arguments: { order_id: 12 }, context: { name: "Ada" } });
    expect(answer).toMatchObject({
      tool_uuid: tool.tool_uuid,
      state: "done",
      status_code: 201,
      result: { status: "success", status_code: 201, data: { order: 12 } },
    });
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
    expect(receiver.requests).toMatchObject([
      { method: "POST", url: "/orders/12", body: JSON.stringify({ caller: "Ada" }) },
    ]);
    expect(receiver.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    const { events } = (await operator.call(readTimelineOperation, { query: { limit: 1 } })).body;
    expect(events[0]).toMatchObject({
      kind: "system",
      actor: expect.stringMatching(/^user:\d+$/),
      summary: "Tool A tool was tried out: done",
    });
  });

  it("is sent once, however often the request is repeated under its key", async () => {
    const tool = await createHttpTool(admin, { url: receiver.url });
    const first = await run(tool.tool_uuid, {}, { idempotencyKey: "try-1" });
    expect(await run(tool.tool_uuid, {}, { idempotencyKey: "try-1" })).toEqual(first);
    expect(receiver.requests).toHaveLength(1);
  });

  it("tells what is wrong with the arguments, and sends nothing", async () => {
    const parameters = [{ name: "day", type: "string", description: "The day" }];
    const tool = await createHttpTool(admin, { url: receiver.url, parameters });
    expect(await run(tool.tool_uuid)).toMatchObject({
      state: "failed",
      status_code: null,
      result: { error: "The tool was not used: day is missing." },
    });
    expect(receiver.requests).toHaveLength(0);
  });

  it("calculates", async () => {
    const body = { name: "Sums", category: "calculator" as const, definition: { type: "calculator" as const } };
    const { tool_uuid } = (await admin.call(createToolOperation, { body })).body;
    expect(await run(tool_uuid, { arguments: { expression: "6 * 7" } })).toMatchObject({ result: { result: 42 } });
  });

  it("asks a resolver where a transfer would lead, and has nothing to run where there is none", async () => {
    const transfer = async (config: object) => {
      const definition = { type: "transfer_call" as const, config };
      const body = { name: "Connect", category: "transfer_call" as const, definition };
      return (await admin.call(createToolOperation, { body })).body.tool_uuid;
    };
    receiver.answer = (_request, response) => respond(response, 200, { destination: "+12025550142" });
    const asking = await transfer({ destination_source: "dynamic", resolver: { url: receiver.url } });
    expect(await run(asking)).toMatchObject({ result: { data: { destination: "+12025550142" } } });
    const params = { tool_uuid: await transfer({ destination: "+12025550142" }) };
    expect(await operator.refused(testToolOperation, { params, body: {} })).toMatchObject({
      status: 400,
      code: "tool_is_part_of_calls",
    });
  });

  it("calls the function of an MCP server that is named", async () => {
    const server: McpStandIn = await startMcpStandIn();
    const definition = { type: "mcp" as const, config: { url: server.url } };
    const body = { name: "Desk", category: "mcp" as const, definition };
    const { tool_uuid } = (await admin.call(createToolOperation, { body })).body;
    const params = { tool_uuid };
    expect(await operator.refused(testToolOperation, { params, body: {} })).toMatchObject({ status: 422 });
    await admin.call(refreshMcpOperation, { params });
    const refusal = await operator.refused(testToolOperation, { params, body: {} });
    expect(JSON.stringify(refusal.detail)).toContain("search, book");
    expect(await run(tool_uuid, { function: "book" })).toMatchObject({ state: "done", result: { data: "booked" } });
    await server.close();
  });

  it("is active, ours, and run by people who may run calls", async () => {
    const { tool_uuid } = await createHttpTool(admin, { url: receiver.url });
    const params = { tool_uuid };
    const viewer = api.client({ token: tenant.viewer.token });
    expect(await viewer.refused(testToolOperation, { params, body: {} })).toMatchObject({ status: 403 });
    const stranger = api.client({ token: (await createTenant(test, "Another")).owner.token });
    expect(await stranger.refused(testToolOperation, { params, body: {} })).toMatchObject({ status: 404 });
    await admin.call(deleteToolOperation, { params });
    expect(await operator.refused(testToolOperation, { params, body: {} })).toMatchObject({ status: 409 });
    expect(receiver.requests).toHaveLength(0);
  });
});
