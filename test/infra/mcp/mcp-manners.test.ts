import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { callMcpTool, listMcpTools } from "../../../infra/mcp/mcp-tools.ts";
import type { HttpReceiver } from "../../harness/http-receiver.ts";
import { type McpStandIn, startMcpStandIn } from "../../harness/mcp-stand-in.ts";

type Answer = HttpReceiver["answer"];

let standIn: McpStandIn;
let usual: Answer;
beforeEach(async () => {
  standIn = await startMcpStandIn();
  usual = standIn.answer;
});
afterEach(() => standIn.close());

const SECRET = "a-secret-token-123";
const server = () => ({
  url: standIn.url,
  headers: { authorization: `Bearer ${SECRET}` },
  timeoutMs: 60_000,
  readTimeoutMs: 60_000,
  fetch,
});
const call = () => callMcpTool(server(), { name: "book", arguments: {}, beforeCall: () => {} });

/** Answers one method in a manner of its own. */
const answerTo = (method: string, answer: (id: number, ...given: Parameters<Answer>) => void) => {
  standIn.answer = (request, response) => {
    const asked = request.body === "" ? null : JSON.parse(request.body);
    if (asked?.method === method) return answer(asked.id, request, response);
    return usual(request, response);
  };
};

describe("answers of MCP servers", () => {
  it("are found among events without data, of other names, and the server's own requests", async () => {
    answerTo("tools/call", (id, _request, response) => {
      const result = { content: [{ type: "text", text: "booked" }] };
      response.setHeader("content-type", "text/event-stream; charset=utf-8");
      response.end(
        [
          "id: 0\nretry: 10",
          "event: ping\ndata: 2026-01-01",
          "event: keep-alive\ndata:",
          `data: ${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}`,
          `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: String(id), result, error: null })}`,
          "",
        ].join("\n\n"),
      );
    });
    expect(await call()).toEqual({ data: "booked", isError: false });
  });

  it("may hold null where the protocol has nothing", async () => {
    const nulls = { nextCursor: null, tools: [{ name: "a", description: null, inputSchema: null, annotations: null }] };
    answerTo(
      "tools/list",
      (id, _request, response) =>
        void response.setHeader("content-type", "application/json").end(JSON.stringify({ id, result: nulls })),
    );
    expect(await listMcpTools(server())).toEqual([{ name: "a", description: null, input_schema: null }]);
    standIn.callResult = { content: null, structuredContent: null, isError: null, _meta: null };
    standIn.answer = usual;
    expect(await call()).toEqual({ data: "", isError: false });
    standIn.callResult = {
      content: [
        { type: "text", text: "a", annotations: null },
        { type: "image", text: null, data: "" },
      ],
    };
    expect(await call()).toEqual({ data: "a", isError: false });
  });

  it("are read from embedded resources and links too", async () => {
    standIn.callResult = {
      content: [
        { type: "text", text: "Found:" },
        { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "the text" } },
        { type: "resource", resource: { uri: "file:///b.png", blob: "AA==" } },
        { type: "resource_link", uri: "https://a.example/c", name: "c", description: "a page" },
      ],
    };
    expect((await call()).data).toBe("Found:\nthe text\nfile:///b.png\nc: a page: https://a.example/c");
  });

  it("an answer that the session is lost begins a new one, and the tool is called once more, never twice", async () => {
    let refusals = 0;
    let ran = 0;
    answerTo("tools/call", (_id, request, response) => {
      refusals += 1;
      if (refusals === 1) return void response.writeHead(404).end('{"error":{"message":"Session not found"}}');
      ran += 1;
      usual(request, response);
    });
    expect((await call()).data).toBe("booked");
    expect([refusals, ran]).toEqual([2, 1]);
    expect(standIn.methods().filter((method) => method === "initialize")).toHaveLength(2);
    answerTo("tools/call", (_id, _request, response) => void response.writeHead(404).end());
    await expect(call()).rejects.toThrow("The MCP server has lost its session (status 404)");
    expect(standIn.methods().filter((method) => method === "tools/call")).toHaveLength(4);
  });

  it.each([
    [
      400,
      {},
      { error: { message: "Unsupported protocol version" } },
      "status 400. It says: Unsupported protocol version",
    ],
    [403, {}, { detail: `no rights for ${SECRET}` }, "status 403. It says: no rights for …"],
    [307, { location: "/mcp/?a=b" }, {}, "(status 307): write the address http://127.0.0.1:PORT/mcp/"],
    [405, {}, {}, "(status 405): write the address of its streamable HTTP endpoint"],
    [404, {}, {}, "(status 404): check its path, often /mcp"],
  ])(
    "of status %i say what to do, in the server's words and without our token",
    async (status, headers, body, sentence) => {
      standIn.answer = (_request, response) => void response.writeHead(status, headers).end(JSON.stringify(body));
      const { message } = await call().then(
        () => Promise.reject(new Error("it did not fail")),
        (error: Error) => error,
      );
      expect(message).toContain(sentence.replace("PORT", new URL(standIn.url).port));
      expect(message).not.toContain(SECRET);
    },
  );
});
