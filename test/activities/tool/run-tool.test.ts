import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { runTool } from "../../../activities/tool/run-tool.ts";
import { createTenant } from "../../factories/tenant.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { startMcpStandIn } from "../../harness/mcp-stand-in.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createToolRig, type ToolRig } from "./tool-rig.ts";

let test: TestDatabase;
let rig: ToolRig;
let receiver: HttpReceiver;

beforeAll(async () => {
  test = await createTestDatabase();
  rig = await createToolRig(test);
});
afterAll(() => test.drop());
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const http = (config: object) =>
  rig.tool({ type: "http_api", config: { method: "POST", url: receiver.url, ...config } });
const parameter = (name: string, type: string, required = true) => ({ name, type, required, description: name });

const carryOut = async (toolUuid: string, given: object = {}) => {
  const id = await rig.request(toolUuid, given);
  return { id, answer: await rig.run(id), row: await rig.row(id) };
};

describe("an HTTP tool", () => {
  it("sends what the model gave and what the tool adds, of their types, with its credential", async () => {
    receiver.answer = (_request, response) => respond(response, 201, { ticket: 7 });
    const credential_uuid = await rig.credential("api_key", { header_name: "X-Key", api_key: "the-secret-key" });
    const tool = await http({
      headers: { "X-Team": "sales", "x-key": "not this one" },
      credential_uuid,
      parameters: [
        parameter("count", "number"),
        parameter("urgent", "boolean", false),
        parameter("note", "string", false),
      ],
      preset_parameters: [
        { name: "customer", type: "number", value_template: "{{customer.id}}" },
        { name: "greeting", type: "string", value_template: "Hello {{name}}, {{mood}}" },
        { name: "absent", type: "string", value_template: "{{nothing}}", required: false },
      ],
    });
    const { id, answer, row } = await carryOut(tool, { count: "3", urgent: "true", unasked: "x" });
    expect(answer).toEqual({ state: "done" });
    expect(row).toEqual({
      state: "done",
      attempts: 1,
      status_code: 201,
      error: null,
      result: { status: "success", status_code: 201, data: { ticket: 7 } },
    });
    const [request] = receiver.requests;
    expect(request?.method).toBe("POST");
    expect(JSON.parse(request?.body ?? "")).toEqual({
      count: 3,
      urgent: true,
      customer: 42,
      greeting: "Hello Ada, fine",
    });
    expect(request?.headers).toMatchObject({ "x-key": "the-secret-key", "x-team": "sales", "idempotency-key": id });
  });

  it("fills a nested body, and the address", async () => {
    const tool = await http({
      method: "PUT",
      url: `${receiver.url}/orders/{{order}}?by={{name}}`,
      parameters: [parameter("order", "string"), parameter("items", "array")],
      body_template: {
        order: { lines: "{{items}}", of: ["{{customer.id}}", "#{{order}}"] },
        vip: "{{customer.vip}}",
        n: 1,
      },
    });
    await carryOut(tool, { order: "a/b?c", items: ["x", 2] });
    expect(receiver.requests[0]?.url).toBe("/orders/a%2Fb%3Fc?by=Ada");
    expect(JSON.parse(receiver.requests[0]?.body ?? "")).toEqual({
      order: { lines: ["x", 2], of: [42, "#a/b?c"] },
      vip: true,
      n: 1,
    });
  });

  it("asks by GET with a query, without what is in the address", async () => {
    const config = {
      method: "GET",
      url: `${receiver.url}/o/{{id}}?x=1`,
      parameters: [parameter("id", "number"), parameter("f", "object")],
    };
    await carryOut(await http(config), { id: 5, f: { a: "&" } });
    expect(receiver.requests).toMatchObject([{ method: "GET", url: "/o/5?x=1&f=%7B%22a%22%3A%22%26%22%7D", body: "" }]);
  });

  it.each([[".."], ["."], ["../admin"]])("is not led to another path by %j", async (id) => {
    const tool = await http({
      method: "GET",
      url: `${receiver.url}/o/{{id}}/x`,
      parameters: [parameter("id", "string")],
    });
    const { row } = await carryOut(tool, { id });
    if (row.state === "failed") expect(receiver.requests).toEqual([]);
    else expect(receiver.requests[0]?.url).toMatch(/^\/o\/[^/]+\/x$/);
  });

  it("says what is missing or wrong, and sends nothing", async () => {
    const parameters = [
      parameter("count", "number"),
      parameter("list", "array"),
      parameter("flag", "boolean"),
      parameter("text", "string"),
    ];
    const preset_parameters = [{ name: "needed", type: "string", value_template: "{{nothing}}" }];
    const { answer, row } = await carryOut(await http({ parameters, preset_parameters }), {
      count: "many",
      list: {},
      flag: 1,
      text: null,
    });
    expect(answer).toEqual({ state: "failed" });
    expect(row.error).toBe(
      "The tool was not used: count must be a number; list must be a list; flag must be true or false; text is missing; needed is missing.",
    );
    expect(receiver.requests).toEqual([]);
  });

  it("hands on what the other system says is wrong, and no redirect is followed", async () => {
    receiver.answer = (_request, response) => respond(response, 404, { detail: "no such order" });
    const { row } = await carryOut(await http({}));
    expect(row).toMatchObject({
      state: "done",
      status_code: 404,
      result: { status: "error", data: { detail: "no such order" } },
    });
    receiver.answer = (_request, response) =>
      response.writeHead(302, { location: "http://169.254.169.254/" }).end("secret");
    const redirected = await carryOut(await http({}));
    expect(redirected.row.result).toEqual({
      status: "error",
      status_code: 302,
      data: expect.stringContaining("redirects elsewhere"),
    });
    expect(receiver.requests).toHaveLength(2);
  });

  it("lets the model read so much and no secrets, however they come back", async () => {
    const password = 'pass "word" ü';
    const credential_uuid = await rig.credential("basic_auth", { username: "me", password });
    const token = Buffer.from(`me:${password}`).toString("base64");
    receiver.answer = (request, response) =>
      respond(response, 200, { headers: request.headers, password, query: encodeURIComponent(password) });
    const { row } = await carryOut(await http({ credential_uuid }));
    const text = JSON.stringify(row.result);
    for (const secret of [token, password, JSON.stringify(password).slice(1, -1), encodeURIComponent(password)]) {
      expect(text).not.toContain(secret);
    }
    expect(text).toContain("[removed]");
    receiver.answer = (_request, response) => response.end("long ".repeat(100_000));
    const long = (await carryOut(await http({}))).row.result;
    expect(JSON.stringify(long).length).toBeLessThan(13_000);
    expect(long).toMatchObject({ truncated: true });
  });

  it("an HTTP tool that nobody answers fails where nothing was sent, and where reading may be repeated", async () => {
    const gone = await startHttpReceiver();
    await gone.close();
    expect((await carryOut(await http({ url: gone.url }))).row).toMatchObject({
      state: "failed",
      error: expect.stringContaining("No connection"),
    });
    receiver.answer = (_request, response) => response.destroy();
    expect((await carryOut(await http({ method: "GET" }))).row.state).toBe("failed");
    expect((await carryOut(await http({ url: "http://10.0.0.1/" }))).row.error).toContain("OUTBOUND_ALLOWED_NETWORKS");
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "whose answer to %s is lost is unknown, and is not sent again",
    async (method) => {
      receiver.answer = (_request, response) => response.destroy();
      const { id, answer, row } = await carryOut(await http({ method }));
      expect(answer).toEqual({ state: "unknown" });
      expect(row).toMatchObject({ state: "unknown", result: { error: expect.stringContaining("Do not repeat it") } });
      expect(await rig.run(id)).toEqual({ state: "unknown" });
      expect(receiver.requests).toHaveLength(1);
    },
  );

  it("gives up when its time is over", async () => {
    receiver.answer = () => {};
    expect((await carryOut(await http({ timeout_ms: 200 }))).row.state).toBe("unknown");
  });
});

describe("a tool call", () => {
  it("is carried out once, however often it is asked for", async () => {
    const { id } = await carryOut(await http({}));
    expect(await Promise.all([rig.run(id), rig.run(id)])).toEqual([{ state: "done" }, { state: "done" }]);
    expect(receiver.requests).toHaveLength(1);
  });

  /** Leaves the call as a process does that dies after it took the call. */
  const leftRunning = async (tool: string) => {
    const id = await rig.request(tool);
    await test.everything
      .updateTable("tool_calls")
      .set({ state: "running", attempts: 1 })
      .where("uuid", "=", id)
      .execute();
    return id;
  };

  it("a tool call that a dead process had taken is not sent again, and the model is told", async () => {
    const id = await leftRunning(await http({}));
    expect(await rig.run(id)).toEqual({ state: "unknown" });
    expect(receiver.requests).toEqual([]);
    expect(await rig.row(id)).toMatchObject({ result: { error: expect.stringContaining("it is unknown whether") } });
  });

  it("a tool call that a dead process had taken is done again where that does no harm", async () => {
    const id = await leftRunning(await http({ method: "GET" }));
    expect(await rig.run(id)).toEqual({ state: "done" });
    expect(receiver.requests).toHaveLength(1);
    expect((await rig.row(id)).attempts).toBe(2);
  });

  it("a tool call of two runs at once is sent by one", async () => {
    let answer = () => {};
    receiver.answer = (_request, response) => {
      answer = () => respond(response, 200, {});
    };
    const id = await rig.request(await http({}));
    const first = rig.run(id);
    await waitUntil("it was sent", () => Promise.resolve(receiver.requests.length === 1));
    // Temporal runs it again when it takes the first one for dead.
    expect(await rig.run(id)).toEqual({ state: "unknown" });
    answer();
    expect(await first).toEqual({ state: "unknown" });
    expect(receiver.requests).toHaveLength(1);
  });

  it("a tool call of a tool or credential that is gone fails, and so does one of another organization", async () => {
    const credential_uuid = await rig.credential("bearer_token", { token: "a-token" });
    const tool = await http({ credential_uuid });
    await test.everything.deleteFrom("credentials").where("uuid", "=", credential_uuid).execute();
    expect((await carryOut(tool)).row.error).toContain("credential was removed");
    await test.everything.updateTable("tools").set({ status: "archived" }).where("tool_uuid", "=", tool).execute();
    expect((await carryOut(tool)).row.error).toContain("no longer exists");
    expect((await carryOut(randomUUID())).row.state).toBe("failed");
    const stranger = await createTenant(test, "Another");
    const id = await rig.request(await http({}));
    expect(await runTool(rig.deps, { organizationId: stranger.organizationId, toolCallId: id })).toEqual({
      state: "failed",
    });
    expect((await rig.row(id)).state).toBe("requested");
    expect(receiver.requests).toEqual([]);
  });
});

describe("another kind of tool", () => {
  it("calculates", async () => {
    const tool = await rig.tool({ type: "calculator" });
    expect((await carryOut(tool, { expression: "2 * (3 + 4)" })).row.result).toEqual({ result: 14 });
    expect((await carryOut(tool, { expression: "process.exit()" })).row.state).toBe("failed");
  });

  it("asks where a transfer leads", async () => {
    receiver.answer = (_request, response) => respond(response, 200, { destination: "+12025550123" });
    const resolver = { url: receiver.url, parameters: [parameter("state", "string")] };
    const config = { destination_source: "dynamic", resolver, parameters: [parameter("team", "string")] };
    const { row } = await carryOut(await rig.tool({ type: "transfer_call", config }), { state: "NY", team: "sales" });
    expect(row.result).toMatchObject({ data: { destination: "+12025550123" } });
    expect(JSON.parse(receiver.requests[0]?.body ?? "")).toEqual({ team: "sales", state: "NY" });
  });

  it("leaves to the conversation what the conversation does", async () => {
    expect((await carryOut(await rig.tool({ type: "end_call", config: {} }))).row.state).toBe("failed");
  });

  it("calls a tool of an MCP server, once", async () => {
    const server = await startMcpStandIn();
    const tool = await rig.tool({ type: "mcp", config: { url: server.url, timeout_secs: 2 } });
    const id = await rig.request(tool, { day: "Monday" }, "book");
    expect(await rig.run(id)).toEqual({ state: "done" });
    expect((await rig.row(id)).result).toEqual({ status: "success", data: "booked" });
    const call = server.requests
      .map(({ body }) => (body === "" ? {} : JSON.parse(body)))
      .find(({ method }) => method === "tools/call");
    expect(call.params).toEqual({ name: "book", arguments: { day: "Monday" } });
    server.callResult = { content: [{ type: "text", text: "full" }], isError: true };
    const refused = await rig.request(tool, {}, "book");
    await rig.run(refused);
    expect((await rig.row(refused)).result).toEqual({ status: "error", data: "full" });
    const answer = server.answer;
    server.answer = (request, response) =>
      request.body.includes("tools/call") ? response.destroy() : answer(request, response);
    const lost = await rig.request(tool, {}, "book");
    expect(await rig.run(lost)).toEqual({ state: "unknown" });
    await server.close();
    const gone = await rig.request(tool, {}, "book");
    expect(await rig.run(gone)).toEqual({ state: "failed" });
  });
});
