import { z } from "zod";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { readServerSentEvents } from "../server-sent-events/read-server-sent-events.ts";
import { McpError, McpLostSessionError, McpSilenceError } from "./mcp-error.ts";
import { readMcpRefusal } from "./mcp-refusal.ts";

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
const initialized = z.object({ protocolVersion: z.string().nullish() });
const answer = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  /** The server's own requests and notifications have one. */
  method: z.string().nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number().nullish(), message: z.string().nullish() }).nullish(),
});
type Answer = z.output<typeof answer>;

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
    server.fetch(server.url, {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", ...body }),
      signal,
      redirect: "manual",
    });
  let lastId = 0;
  const ask = async (method: string, params: object): Promise<unknown> => {
    const id = ++lastId;
    const response = await post({ id, method, params });
    if (!response.ok) throw await readMcpRefusal(response, { server, hasSession: SESSION_ID in headers });
    const sessionId = response.headers.get(SESSION_ID);
    if (sessionId) headers[SESSION_ID] = sessionId;
    return resultOf(await readAnswer(response, { id, readTimeoutMs: server.readTimeoutMs }));
  };
  const begin = async (): Promise<void> => {
    delete headers[SESSION_ID];
    delete headers[VERSION];
    const hello = initialized.safeParse(await ask(INITIALIZE.method, INITIALIZE.params)).data;
    headers[VERSION] = hello?.protocolVersion ?? PROTOCOL_VERSION;
    await (await post({ method: "notifications/initialized" })).body?.cancel();
  };
  /** A server that has lost the session has carried nothing out, so it is asked once more in a new one. */
  const request = async (method: string, params: object): Promise<unknown> => {
    try {
      return await ask(method, params);
    } catch (error) {
      if (!(error instanceof McpLostSessionError)) throw error;
      await begin().catch((cause: unknown) => {
        if (cause instanceof McpError) throw cause;
        throw new McpError(`${error.message}, and no new one could be begun: nothing was carried out`, { cause });
      });
      return await ask(method, params);
    }
  };
  await begin();
  try {
    return await work({ request });
  } finally {
    await closeSession(server, headers);
  }
};

const SESSION_ID = "mcp-session-id";
const VERSION = "mcp-protocol-version";

/** A server that keeps no sessions, or no longer answers, needs no DELETE. */
const closeSession = async (server: McpServer, headers: Record<string, string>): Promise<void> => {
  if (headers[SESSION_ID] === undefined) return;
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
): Promise<Answer> => {
  if (!response.headers.get("content-type")?.toLowerCase().startsWith("text/event-stream")) {
    const messages = parseMessages(response.body ? await textOf(limited(response.body)) : "");
    const found = messages.find((message) => isAnswerTo(message, id)) ?? messages[0];
    if (found) return found;
  } else if (response.body) {
    const body = ReadableStream.from(limited(response.body));
    for await (const { event, data } of readServerSentEvents(body, limitSilence(readTimeoutMs))) {
      // Servers send events of other names to keep the connection open.
      if (event !== "message") continue;
      const found = parseMessages(data).find((message) => isAnswerTo(message, id));
      // The server's own notifications and requests come in between and are skipped.
      if (found) return found;
    }
  }
  throw new McpError("The MCP server closed its answer before it was complete");
};

const isAnswerTo = ({ id: answered, method }: Answer, id: number): boolean =>
  String(answered) === String(id) && !method;

/** Reads one message, or several that come together. */
const parseMessages = (text: string): Answer[] => {
  try {
    const value: unknown = JSON.parse(text);
    return z.array(answer).parse(Array.isArray(value) ? value : [value]);
  } catch (cause) {
    throw new McpError("The MCP server's answer is not JSON-RPC", { cause });
  }
};

const resultOf = ({ error, result }: Answer): unknown => {
  if (error) throw new McpError(`The MCP server refused: ${error.message?.slice(0, 300) ?? "it says no reason"}`);
  return result;
};

/** Limits how long each piece of an answer is waited for; throws `McpSilenceError`. */
const limitSilence =
  (silenceMs: number) =>
  async <T>(reading: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const silence = new McpSilenceError(`The MCP server sent nothing for ${silenceMs / 1000} seconds`);
    const timer = setTimeout(() => reject(silence), silenceMs);
    try {
      return await Promise.race([reading, promise]);
    } finally {
      clearTimeout(timer);
    }
  };
