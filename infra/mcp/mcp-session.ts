import { z } from "zod";
import { McpError, McpUnauthorizedError } from "./mcp-error.ts";
import { readServerSentMessages } from "./server-sent-messages.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";

/** The address of an MCP server (streamable HTTP), and the headers that authenticate us. */
export interface McpServer {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The limit for the whole conversation with the server. */
  timeoutMs: number;
  /** The longest silence between two events of an answer. */
  readTimeoutMs: number;
  /** A guarded `fetch`. */
  fetch: typeof fetch;
}

export interface McpSession {
  /** Throws `McpError`, or what `fetch` throws. */
  request(method: string, params: object): Promise<unknown>;
}

const PROTOCOL_VERSION = "2025-06-18";
const HELLO = {
  protocolVersion: PROTOCOL_VERSION,
  capabilities: {},
  clientInfo: { name: "ringdown", version: "1" },
};
/** The first message of a session, also used to test whether a server refuses us. */
export const INITIALIZE = { jsonrpc: "2.0", id: 1, method: "initialize", params: HELLO };
const initialized = z.object({ protocolVersion: z.string() });
const answer = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number().optional(), message: z.string() }).nullish(),
});

/**
 * Opens a session, does the work in it, and closes it.
 *
 * `@modelcontextprotocol/sdk` was tried and is not used. Its transport opens a listening GET beside every session,
 * which a single call never needs and which holds a connection of the guarded pool until it ends. It numbers requests
 * differently, so that the tests of this client fail with it. And its package brings two HTTP frameworks into
 * production for a server that is not used here. This client does what the protocol requires over streamable HTTP: the
 * session's id and the agreed version as headers, answers in JSON or as events, a DELETE at the end.
 */
export const withMcpSession = async <T>(server: McpServer, work: (session: McpSession) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(server.timeoutMs);
  const headers: Record<string, string> = {
    ...server.headers,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const post = (body: object) =>
    server.fetch(server.url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", ...body }), signal });
  let lastId = 0;
  const request = async (method: string, params: object): Promise<unknown> => {
    const id = ++lastId;
    const response = await post({ id, method, params });
    const sessionId = response.headers.get("mcp-session-id");
    if (sessionId) headers["mcp-session-id"] = sessionId;
    return resultOf(await readAnswer(response, { id, readTimeoutMs: server.readTimeoutMs }));
  };
  const hello = await request(INITIALIZE.method, INITIALIZE.params);
  headers["mcp-protocol-version"] = initialized.parse(hello).protocolVersion;
  await (await post({ method: "notifications/initialized" })).body?.cancel();
  try {
    return await work({ request });
  } finally {
    await closeSession(server, headers);
  }
};

/** A server that keeps no sessions, or no longer answers, needs no DELETE. */
const closeSession = async (server: McpServer, headers: Record<string, string>): Promise<void> => {
  if (headers["mcp-session-id"] === undefined) return;
  const { "content-type": _none, ...rest } = headers;
  const goodbye = server.fetch(server.url, { method: "DELETE", headers: rest, signal: AbortSignal.timeout(1000) });
  await goodbye.then((response) => response.body?.cancel()).catch(() => undefined);
};

const MAX_ANSWER_BYTES = MEGABYTE;

/** Yields the bytes of an answer; throws `McpError` when there are too many. */
async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new McpError("The MCP server's answer is longer than 1 MiB");
    yield chunk;
  }
}

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new TextDecoder().decode(Buffer.concat(chunks));
};

const readAnswer = async (
  response: Response,
  { id, readTimeoutMs }: { id: number; readTimeoutMs: number },
): Promise<z.output<typeof answer>> => {
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status === 401) throw new McpUnauthorizedError();
    throw new McpError(`The MCP server answered with status ${response.status}`);
  }
  if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
    return parseAnswer(response.body ? await textOf(limited(response.body)) : "");
  }
  if (response.body) {
    const body = ReadableStream.from(limited(response.body));
    for await (const message of readServerSentMessages(body, readTimeoutMs)) {
      const parsed = parseAnswer(message);
      // The server's own notifications and requests come in between and are skipped.
      if (parsed.id === id) return parsed;
    }
  }
  throw new McpError("The MCP server closed its answer before it was complete");
};

const parseAnswer = (text: string): z.output<typeof answer> => {
  try {
    return answer.parse(JSON.parse(text));
  } catch (cause) {
    throw new McpError("The MCP server's answer is not JSON-RPC", { cause });
  }
};

const resultOf = ({ error, result }: z.output<typeof answer>): unknown => {
  if (error) throw new McpError(`The MCP server refused: ${error.message.slice(0, 300)}`);
  return result;
};
