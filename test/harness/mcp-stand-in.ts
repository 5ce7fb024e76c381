import { type HttpReceiver, respond, startHttpReceiver } from "./http-receiver.ts";

export interface McpStandIn extends HttpReceiver {
  /** The form of its answers: JSON, or server-sent events with a notification before. */
  form: "json" | "events";
  tools: { name: string; description?: string }[];
  callResult: object;
  methods(): string[];
}

/** Starts an MCP server over streamable HTTP, in the words of its specification (2025-06-18). */
export const startMcpStandIn = async (): Promise<McpStandIn> => {
  const receiver = await startHttpReceiver();
  const standIn: McpStandIn = Object.assign(receiver, {
    form: "json" as const,
    tools: [{ name: "search", description: "Searches" }, { name: "book" }],
    callResult: { content: [{ type: "text", text: "booked" }] },
    methods: () => receiver.requests.map(({ method, body }) => (body === "" ? method : JSON.parse(body).method)),
  });
  receiver.answer = (request, response) => {
    const asked = askedToSignIn(receiver.url)[request.url];
    if (asked) return respond(response, ...asked);
    if (request.method === "DELETE") return void response.writeHead(204).end();
    const accept = request.headers.accept ?? "";
    if (!accept.includes("application/json") || !accept.includes("text/event-stream")) {
      return respond(response, 406, {});
    }
    const { id, method, params } = JSON.parse(request.body);
    if (method !== "initialize" && request.headers["mcp-session-id"] !== "session-1") return respond(response, 400, {});
    if (id === undefined) return void response.writeHead(202).end();
    if (request.url === "/silent" && method !== "initialize") {
      return void response.writeHead(200, { "content-type": "text/event-stream" }).write(": wait\n\n");
    }
    const message = JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(standIn, method, params) });
    if (method === "initialize") response.setHeader("mcp-session-id", "session-1");
    if (standIn.form === "json") return void response.setHeader("content-type", "application/json").end(message);
    response.setHeader("content-type", "text/event-stream");
    response.write('event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\r\n\r\n: ping\r\n\r\n');
    // The stream stays open, as it may.
    response.write(`data: ${message}\r\n\r\n`);
  };
  return standIn;
};

/** At `/guarded` it asks people to sign in, and is its own authorization server. */
const askedToSignIn = (url: string): Record<string, [status: number, body: object]> => ({
  "/guarded": [401, {}],
  "/.well-known/oauth-protected-resource/guarded": [200, { resource: `${url}/guarded`, authorization_servers: [url] }],
  "/.well-known/oauth-authorization-server": [
    200,
    {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      registration_endpoint: `${url}/register`,
      code_challenge_methods_supported: ["S256"],
    },
  ],
  "/register": [201, { client_id: "a client" }],
});

const resultOf = (standIn: McpStandIn, method: string, params: { cursor?: string }): object => {
  if (method === "initialize") return { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "x" } };
  if (method === "tools/call") return standIn.callResult;
  const [first, ...rest] = standIn.tools.map((tool) => ({ ...tool, inputSchema: { type: "object" } }));
  return params.cursor === "2" ? { tools: rest } : { tools: [first], nextCursor: "2" };
};
