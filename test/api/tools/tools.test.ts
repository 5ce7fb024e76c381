import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  createToolOperation,
  deleteToolOperation,
  getToolOperation,
  listToolsOperation,
  refreshMcpOperation,
  unarchiveToolOperation,
  updateToolOperation,
} from "../../../api/tools/tools.operations.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createCredential, createHttpTool, TOKEN } from "../../factories/tools.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { respond } from "../../harness/http-receiver.ts";
import { type McpStandIn, startMcpStandIn } from "../../harness/mcp-stand-in.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let stranger: ApiClient;

const { test, api, admin } = await useTenantApi();
beforeAll(async () => {
  stranger = api.client({ token: (await createTenant(test, "Another")).admin.token });
});

const URL = "https://api.example.com/orders";
const refused = (body: object) => admin.refused(createToolOperation, { body: { name: "A tool", ...body } });
const at = (...loc: (string | number)[]) => [
  { loc: ["body", "definition", ...loc], msg: expect.any(String), type: expect.any(String) },
];

it("takes no header that proves who asks, and shows none that was stored before", async () => {
  const headers = { Authorization: "Bearer a secret", "X-Team": "blue" };
  const definition = { type: "http_api", config: { method: "GET", url: URL, headers } };
  expect(await refused({ definition })).toMatchObject({
    status: 422,
    detail: at("config", "headers", "Authorization"),
  });
  const resolver = { type: "http", url: URL, headers: { "X-Api-Key": "a secret" } };
  const config = { destination_source: "dynamic", resolver };
  expect(await refused({ category: "transfer_call", definition: { type: "transfer_call", config } })).toMatchObject({
    status: 422,
    detail: at("config", "resolver", "headers", "X-Api-Key"),
  });
  const tool = await createHttpTool(admin, { method: "GET", url: URL, headers: { "X-Team": "blue" } });
  await test.everything
    .updateTable("tools")
    .set({ definition: sql`jsonb_set(definition::jsonb, '{config,headers}', ${JSON.stringify(headers)}::jsonb)` })
    .where("tool_uuid", "=", tool.tool_uuid)
    .execute();
  const { body } = await admin.call(getToolOperation, { params: tool });
  expect(body.definition).toMatchObject({ config: { headers: { Authorization: "•••", "X-Team": "blue" } } });
});

describe("a tool", () => {
  it("is kept with everything that its definition leaves out", async () => {
    const body = {
      name: "Order status",
      description: "Looks an order up",
      definition: {
        type: "http_api" as const,
        config: {
          method: "GET" as const,
          url: `${URL}/{{order_id}}`,
          parameters: [{ name: "order_id", type: "string" as const, description: "The order" }],
        },
      },
    };
    const tool = (await admin.call(createToolOperation, { body })).body;
    expect(tool).toMatchObject({
      ...body,
      tool_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      category: "http_api",
      icon: "globe",
      icon_color: "#3B82F6",
      status: "active",
      definition: { schema_version: 1, config: { timeout_ms: 5000, headers: {}, preset_parameters: [] } },
      created_by: { id: expect.any(Number), provider_id: expect.any(String) },
    });
    expect((await admin.call(getToolOperation, { params: tool })).body).toEqual(tool);
    expect((await admin.call(listToolsOperation)).body).toContainEqual(tool);
    expect((await stranger.call(listToolsOperation)).body).toEqual([]);
  });

  it.each([
    ["calculator", { type: "calculator" }],
    ["end_call", { type: "end_call", config: { messageType: "custom", customMessage: "Bye" } }],
    ["transfer_call", { type: "transfer_call", config: { destination: "+12025550123" } }],
    ["mcp", { type: "mcp", config: { url: "https://mcp.example.com/" } }],
  ])("may be of the category %s, which it need not name", async (category, definition) => {
    const create = async (body: object) => {
      const headers = { "content-type": "application/json" };
      const response = await admin.fetch("/api/v1/tools/", { method: "POST", headers, body: JSON.stringify(body) });
      return [response.status, await response.json()];
    };
    const kept = [200, { category, definition: { type: category } }];
    expect(await create({ name: "A tool", category, definition })).toMatchObject(kept);
    expect(await create({ name: "A tool", definition })).toMatchObject(kept);
  });

  it.each(["+1 (202) 555-0123", "sip:desk@example.com", "SIPS:desk@example.com", "{{colleague}}", "+1{{extension}}"])(
    "may pass a call on to %s",
    async (destination) => {
      const definition = { type: "transfer_call" as const, config: { destination } };
      const body = { name: "A colleague", category: "transfer_call" as const, definition };
      expect((await admin.call(createToolOperation, { body })).status).toBe(200);
    },
  );

  it("has the category of its definition", async () => {
    const other = { category: "end_call", definition: { type: "calculator" } };
    expect(await refused(other)).toMatchObject({ status: 422, detail: at("type") });
    const tool = await createHttpTool(admin, { url: URL });
    const body = { definition: { type: "calculator" } };
    expect(await admin.refused(updateToolOperation, { params: tool, body })).toMatchObject({
      status: 422,
      detail: at("type"),
    });
  });

  const recorded = (audioRecordingId: string) => ({ messageType: "audio", audioRecordingId });
  const warm = (config: object) => ({
    category: "transfer_call",
    definition: { type: "transfer_call", config: { mode: "warm", destination: "+12025550123", ...config } },
  });
  const http = (config: object) => ({
    definition: { type: "http_api", config: { method: "GET", url: URL, ...config } },
  });
  it.each<[string, object, (string | number)[]]>([
    ["a private address", http({ url: "http://10.0.0.1/" }), ["config", "url"]],
    ["an address of another kind", http({ url: "ftp://example.com/" }), ["config", "url"]],
    ["a host that is filled in later", http({ url: "https://{{host}}/" }), ["config", "url"]],
    ["a header that is ours", http({ headers: { Host: "other" } }), ["config", "headers", "Host"]],
    ["a header that is two", http({ headers: { "X-A": "1\r\nX-B: 2" } }), ["config", "headers", "X-A"]],
    ["a method that is none", http({ method: "FETCH" }), ["config", "method"]],
    ["a wait too long", http({ timeout_ms: 600_000 }), ["config", "timeout_ms"]],
    ["a misspelt field", http({ methd: "GET" }), ["config", "methd"]],
    [
      "a credential that is not there",
      http({ credential_uuid: "00000000-0000-4000-8000-000000000000" }),
      ["config", "credential_uuid"],
    ],
    [
      "a recording that is not there",
      { category: "end_call", definition: { type: "end_call", config: recorded("no-such-recording") } },
      ["config", "audioRecordingId"],
    ],
    [
      "a recorded message without recording",
      http({ customMessageType: "audio" }),
      ["config", "customMessageRecordingId"],
    ],
    [
      "a custom message without words",
      { category: "end_call", definition: { type: "end_call", config: { messageType: "custom" } } },
      ["config", "customMessage"],
    ],
    ...["12025550123", "the front desk", "tel:12025550123", "+0123456789", "sip:"].map(
      (destination): [string, object, (string | number)[]] => [
        `a transfer to ${destination}, at which nobody can be called`,
        { category: "transfer_call", definition: { type: "transfer_call", config: { destination } } },
        ["config", "destination"],
      ],
    ),
    ["a warm transfer to a SIP address", warm({ destination: "sip:desk@example.com" }), ["config", "destination"]],
    [
      "what a cold transfer cannot have",
      warm({ mode: "cold", briefing_language: "de" }),
      ["config", "briefing_language"],
    ],
    ["hold music that is not there", warm({ hold: { recording_id: "no-such-recording" } }), ["config", "hold"]],
    ["a language that is none", warm({ briefing_language: "German" }), ["config", "briefing_language"]],
    [
      "a route to nobody",
      {
        category: "transfer_call",
        definition: {
          type: "transfer_call",
          config: {
            destination_source: "context_mapping",
            context_mapping: {
              rules: [{ context_path: "city", routes: [{ context_value: "Berlin", destination: "Berlin office" }] }],
            },
          },
        },
      },
      ["config", "context_mapping", "rules", 0, "routes", 0, "destination"],
    ],
    [
      "a fallback to nobody",
      {
        category: "transfer_call",
        definition: {
          type: "transfer_call",
          config: { destination_source: "context_mapping", context_mapping: { fallback_destination: "anybody" } },
        },
      },
      ["config", "context_mapping", "fallback_destination"],
    ],
    [
      "a transfer without destination",
      { category: "transfer_call", definition: { type: "transfer_call", config: {} } },
      ["config", "destination"],
    ],
    [
      "a private resolver",
      {
        category: "transfer_call",
        definition: {
          type: "transfer_call",
          config: { destination_source: "dynamic", resolver: { url: "http://[::1]/" } },
        },
      },
      ["config", "resolver", "url"],
    ],
  ])("is refused with %s", async (_name, body, loc) => {
    expect(await refused(body)).toMatchObject({ status: 422, detail: at(...loc) });
  });

  it("names credentials of its own organization alone", async () => {
    const theirs = await createCredential(stranger);
    expect((await refused(http({ credential_uuid: theirs }))).detail).toEqual(at("config", "credential_uuid"));
    const ours = await createCredential(admin);
    const tool = await createHttpTool(admin, { url: URL, credential_uuid: ours });
    expect(tool.definition).toMatchObject({ config: { credential_uuid: ours } });
  });

  it("is changed, archived and brought back", async () => {
    const tool = await createHttpTool(admin, { url: URL });
    const params = { tool_uuid: tool.tool_uuid };
    const changed = (await admin.call(updateToolOperation, { params, body: { name: "Another" } })).body;
    expect(changed).toMatchObject({ name: "Another", definition: tool.definition, updated_at: expect.any(String) });
    const archived = { status: "archived", tool_uuid: tool.tool_uuid };
    expect((await admin.call(deleteToolOperation, { params })).body).toEqual(archived);
    expect((await admin.call(deleteToolOperation, { params })).body).toEqual(archived);
    const listed = async (status: string) =>
      (await admin.call(listToolsOperation, { query: { status } })).body.map(({ tool_uuid }) => tool_uuid);
    expect(await listed("archived")).toEqual([tool.tool_uuid]);
    expect(await listed("active,draft")).not.toContain(tool.tool_uuid);
    expect((await admin.call(unarchiveToolOperation, { params })).body.status).toBe("active");
    expect(await listed("active,draft")).toContain(tool.tool_uuid);
  });
});

describe("an MCP server", () => {
  let server: McpStandIn;
  beforeAll(async () => {
    server = await startMcpStandIn();
  });
  afterAll(() => server.close());

  const createMcp = async (config: object = {}) => {
    const body = {
      name: "Their tools",
      category: "mcp" as const,
      definition: { type: "mcp" as const, config: { url: server.url, ...config } },
    };
    return { tool_uuid: (await admin.call(createToolOperation, { body })).body.tool_uuid };
  };
  const discovered = [
    { name: "search", description: "Searches", input_schema: { type: "object" } },
    { name: "book", description: null, input_schema: { type: "object" } },
  ];

  it.each(["json", "events"] as const)("is read, all pages, in the form of %s", async (form) => {
    server.form = form;
    server.requests.length = 0;
    const params = await createMcp({ credential_uuid: await createCredential(admin) });
    const { body } = await admin.call(refreshMcpOperation, { params });
    expect(body).toEqual({ ...params, discovered_tools: discovered, error: null });
    expect(server.methods()).toEqual(["initialize", "notifications/initialized", "tools/list", "tools/list", "DELETE"]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(Array(5).fill(`Bearer ${TOKEN}`));
    expect(server.requests[2]?.headers["mcp-protocol-version"]).toBe("2025-06-18");
    const tool = (await admin.call(getToolOperation, { params })).body;
    expect(tool.definition).toMatchObject({ config: { discovered_tools: discovered } });
  });

  it("is read whatever characters its texts have", async () => {
    server.form = "json";
    const params = await createMcp();
    const { tools } = server;
    server.tools = [{ name: "search\0", description: `${"x".repeat(1_999)}😀` }, { name: "book" }];
    const { body } = await admin.call(refreshMcpOperation, { params });
    server.tools = tools;
    expect(body).toMatchObject({
      error: null,
      discovered_tools: [{ name: "search", description: "x".repeat(1_999) }, { name: "book" }],
    });
  });

  it("an MCP server that fails leaves the last list, and its fault is shown", async () => {
    server.form = "json";
    const answer = server.answer;
    const failures: [answers: McpStandIn["answer"], says: string, timeout_secs?: number][] = [
      [(_request, response) => respond(response, 500, {}), "status 500"],
      [
        (_request, response) => respond(response, 200, { jsonrpc: "2.0", id: 1, error: { message: "no" } }),
        "refused: no",
      ],
      [(_request, response) => void response.end("hello"), "not JSON-RPC"],
      [(_request, response) => void response.writeHead(307, { location: "http://10.0.0.1" }).end(), "status 307"],
      // It has a second to answer at first, too, which a busy machine may take: then it is asked anew.
      [() => {}, "within 1 seconds", 1],
      [(_request, response) => void response.destroy(), "could not be reached"],
    ];
    for (const [failing, sentence, timeout_secs = 30] of failures) {
      const params = await createMcp({ timeout_secs });
      server.answer = answer;
      await waitUntil("the list is read", async () => {
        const { body } = await admin.call(refreshMcpOperation, { params });
        return body.error === null;
      });
      server.answer = failing;
      const { body } = await admin.call(refreshMcpOperation, { params });
      expect(body).toEqual({ ...params, discovered_tools: discovered, error: expect.stringContaining(sentence) });
    }
    server.answer = answer;
  });

  it("is not asked where the tool is none", async () => {
    const tool = await createHttpTool(admin, { url: URL });
    const params = { tool_uuid: tool.tool_uuid };
    expect(await admin.refused(refreshMcpOperation, { params })).toMatchObject({
      status: 400,
      code: "tool_is_not_mcp",
    });
  });
});
