import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { listen, type RunningServer } from "../../../api/http/listen.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await listen(
    ({ url }, response) => {
      if (url === "/begun") response.writeHead(200, { "content-type": "text/plain" }).write("begun");
      else response.end("answered");
    },
    { host: "127.0.0.1", port: 0 },
  );
});
afterAll(() => server.drain(0));

/** Sends text as it is, in pieces of which each goes when the one before was answered, and returns all that came back. */
const send = async (...pieces: string[]): Promise<string> => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (data: Buffer) => {
    received += data.toString();
    const next = pieces.shift();
    if (next !== undefined) socket.write(next);
  });
  socket.on("error", () => {});
  socket.write(pieces.shift() ?? "");
  await once(socket, "close");
  return received;
};

describe("what is no request", () => {
  it.each([
    [`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
    [`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, "headers_too_large"],
    ["nonsense\r\n\r\n", 400, "request_unreadable"],
  ])("is refused with JSON (%#)", async (text, status, code) => {
    const [head = "", body = ""] = (await send(text)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain("Content-Type: application/json");
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toEqual({ detail: expect.any(String), code });
  });

  it("adds nothing to an answer that has begun", async () => {
    const received = await send("GET /begun HTTP/1.1\r\nHost: a\r\n\r\n", "nonsense\r\n\r\n");
    expect(received).toContain("begun");
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
