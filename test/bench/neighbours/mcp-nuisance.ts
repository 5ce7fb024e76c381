import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import { asJson, type Bother, inLanes } from "./bother.ts";

const LANES = 8;
const LONG_BYTES = 16 * 1_048_576;
const PIECE_BYTES = 1024;

/** An MCP server whose list of tools is 16 MiB long, in lines of one event; the list is asked for again and again. */
export const askLongAnswers = async (bother: Bother): Promise<void> => {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/mcp`;
    const tool = { name: "A long list", category: "mcp", definition: { type: "mcp", config: { url } } };
    const made = await bother.ask("/tools", asJson(tool));
    const { tool_uuid } = z.object({ tool_uuid: z.string() }).parse(JSON.parse(made.text));
    await inLanes(LANES, bother, () => bother.ask(`/tools/${tool_uuid}/mcp/refresh`, { method: "POST" }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  const { id, method } = text === "" ? {} : JSON.parse(text);
  if (id === undefined) return void response.writeHead(202).end();
  if (method === "initialize") {
    const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "x" } };
    response.setHeader("content-type", "application/json");
    return void response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
  response.setHeader("content-type", "text/event-stream");
  response.on("error", () => {});
  const piece = `data: ${"x".repeat(PIECE_BYTES)}\n`;
  response.end(piece.repeat(LONG_BYTES / PIECE_BYTES));
};
