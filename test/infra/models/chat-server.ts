import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

export interface ChatServer {
  baseUrl: string;
  requests: { body: Record<string, unknown>; headers: Record<string, unknown> }[];
  /** The answers to the next requests, one after another; the last one stays. */
  answers: ((response: ServerResponse) => Promise<void> | void)[];
  close(): Promise<void>;
}

/** A server that speaks the streaming chat interface as the real ones do: it refuses what they refuse. */
export const startChatServer = async (): Promise<ChatServer> => {
  const requests: ChatServer["requests"] = [];
  const answers: ChatServer["answers"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    const fault = faultOf(request.method, request.url, body);
    if (fault) return refuse(response, 400, fault);
    requests.push({ body: Object(body), headers: request.headers });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    await answer?.(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    baseUrl: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/v1`,
    requests,
    answers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

export const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message, type: "an_error", code: null } }));
};

interface StreamOptions {
  pieceBytes?: number;
  finish?: string;
  breaksOff?: boolean;
  /** Sent in an event of its own after the last, when the request asks for it. */
  usage?: { prompt_tokens: number; completion_tokens: number } | null;
}

/** Streams the choices' deltas as events, written in pieces of so many bytes; `[DONE]` ends it. */
export const stream =
  (
    deltas: object[],
    { pieceBytes = 1_000_000, finish = "stop", breaksOff = false, usage = null }: StreamOptions = {},
  ) =>
  async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const ended = breaksOff ? [] : [{ delta: {}, finish_reason: finish }];
    const choices = [{ delta: { role: "assistant", content: "" } }, ...deltas.map((delta) => ({ delta })), ...ended];
    const events = choices.map(
      (choice) =>
        `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`,
    );
    if (usage)
      events.push(`data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", choices: [], usage })}\n\n`);
    const bytes = Buffer.from(`: a comment\n\n${events.join("")}${breaksOff ? "" : "data: [DONE]\n\n"}`);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      if (!response.write(bytes.subarray(at, at + pieceBytes))) await once(response, "drain");
      // Each piece is read by itself.
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (breaksOff) response.destroy();
    else response.end();
  };

const KNOWN_FIELDS = ["tool_choice", "stream_options", "max_completion_tokens"];

const faultOf = (method: string | undefined, url: string | undefined, body: unknown): string | null => {
  if (method !== "POST" || url !== "/v1/chat/completions") return `no such path: ${method} ${url}`;
  if (typeof body !== "object" || body === null) return "the body is no object";
  const { model, messages, stream: streams, tools, ...rest } = Object(body);
  const unknown = Object.keys(rest).filter((key) => !KNOWN_FIELDS.includes(key));
  if (unknown.length > 0) return `unknown fields: ${unknown.join(", ")}`;
  if (typeof model !== "string" || streams !== true) return "model and stream are required";
  if (!Array.isArray(messages) || messages.length === 0) return "messages are required";
  if (tools !== undefined && (!Array.isArray(tools) || tools.length === 0)) return "tools may not be empty";
  return faultOfMessages(messages);
};

/** Each answer of a tool follows the message that called it, and each call is answered. */
const faultOfMessages = (messages: { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[]) => {
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.includes(message.tool_call_id ?? "")) return "a tool message answers no preceding tool_calls";
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0) return "tool_calls are not answered";
    open = (message.tool_calls ?? []).map(({ id }) => id);
    if (new Set(open).size < open.length) return "two tool_calls have the same id";
  }
  return open.length > 0 ? "tool_calls are not answered" : null;
};
