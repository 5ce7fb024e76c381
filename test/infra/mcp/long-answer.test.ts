import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { withMcpSession } from "../../../infra/mcp/mcp-session.ts";
import { type McpStandIn, startMcpStandIn } from "../../harness/mcp-stand-in.ts";

const LINE = `data: "${"x".repeat(65_526)}"\n`;
const LINES = 256;
/** The buffers of two sockets beyond the one MiB that is read. */
const MOST_SENT_BYTES = 12 * 1024 * 1024;

let standIn: McpStandIn;
let sentBytes: number;

beforeAll(async () => {
  standIn = await startMcpStandIn();
  const { answer } = standIn;
  standIn.answer = (request, response) => {
    if (request.method !== "POST" || JSON.parse(request.body).method !== "tools/list") return answer(request, response);
    void sendSixteenMiB(response);
  };
});
afterAll(() => standIn.close());

/** Sends one event of 16 MiB as fast as it is read; `sentBytes` counts what was taken. */
const sendSixteenMiB = async (response: ServerResponse): Promise<void> => {
  sentBytes = 0;
  response.on("error", () => {});
  response.writeHead(200, { "content-type": standIn.form === "json" ? "application/json" : "text/event-stream" });
  for (let line = 0; line < LINES && !response.destroyed; line += 1) {
    if (!response.write(LINE)) await Promise.race([once(response, "drain"), once(response, "close")]);
    if (!response.destroyed) sentBytes += LINE.length;
  }
  response.end();
};

it.each(["json", "events"] as const)(
  "an answer of 16 MiB as %s is refused after one MiB, and read no further",
  async (form) => {
    standIn.form = form;
    const server = { url: standIn.url, headers: {}, timeoutMs: 240_000, readTimeoutMs: 240_000, fetch };
    const listed = withMcpSession(server, (session) => session.request("tools/list", {}));
    await expect(listed).rejects.toThrow("The MCP server's answer is longer than 1 MiB");
    expect(sentBytes).toBeLessThan(MOST_SENT_BYTES);
  },
);
