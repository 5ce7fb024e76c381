import { createServer, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { readRetryAfterSeconds, sendOnce } from "../../../infra/telephony/carrier-request.ts";

describe("a request sent once", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const serve = async (answer: (response: ServerResponse) => void) => {
    const seen: string[] = [];
    server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      request.resume().on("end", () => answer(response));
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const url = `http://127.0.0.1:${port}/a`;
    const post = (timeoutMs = 60_000) => sendOnce({ method: "POST", url, body: "x", timeoutMs });
    return { seen, url, post };
  };

  it.each([301, 307, 308, 401, 408, 421, 425, 429, 500, 503])("is not repeated on %d", async (status) => {
    const { seen, post } = await serve((response) =>
      response.writeHead(status, { location: "/b", "retry-after": "0" }).end(),
    );
    expect(await post()).toMatchObject({ kind: "response", status });
    expect(seen).toEqual(["POST /a"]);
  });

  it("is given up when it could not leave in time, however long its answer may take", async () => {
    // Nobody answers the handshake, so that nothing of the request goes out.
    const mute = createTcpServer();
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const address = mute.address();
    const port = typeof address === "object" ? address?.port : 0;
    const sent = { method: "POST", url: `https://127.0.0.1:${port}/a`, body: "x", timeoutMs: 600_000 } as const;
    const result = await sendOnce({ ...sent, sentWithinMs: 200 });
    expect(result).toEqual({ kind: "no_response", detail: "the request did not leave within 200 ms" });
    mute.close();
  });

  it("has a connection of its own, unless a repeat of it does no harm", async () => {
    const { url, post } = await serve((response) => response.end());
    let connections = 0;
    server?.on("connection", () => (connections += 1));
    await post();
    await post();
    expect(connections).toBe(2);
    const harmless = { method: "POST", url, body: "x", timeoutMs: 60_000, keepsConnection: true } as const;
    expect(await sendOnce(harmless)).toMatchObject({ kind: "response", status: 200 });
    expect(await sendOnce(harmless)).toMatchObject({ kind: "response", status: 200 });
    expect(connections).toBe(3);
  });

  it("is not repeated when the connection is cut, before or within the answer", async () => {
    for (const cut of [
      (response: ServerResponse) => void response.destroy(),
      (response: ServerResponse) =>
        void response.writeHead(201, { "content-length": "9" }).write("x", () => response.destroy()),
    ]) {
      const { seen, post } = await serve(cut);
      expect((await post()).kind).toBe("no_response");
      expect(seen).toEqual(["POST /a"]);
      server?.close();
    }
  });

  it("gives up when the answer does not end in time", async () => {
    const { seen, post } = await serve((response) => void response.writeHead(201).write("half"));
    // Long enough for the request to arrive on a busy machine.
    expect(await post(2000)).toEqual({ kind: "no_response", detail: "no answer within 2000 ms" });
    expect(seen).toEqual(["POST /a"]);
  });

  it("does not throw for an address that is none", async () => {
    for (const url of ["nowhere", "ftp://a.example/", "http://a.example:99999/"]) {
      expect((await sendOnce({ method: "POST", url, timeoutMs: 100 })).kind).toBe("no_response");
    }
  });

  it("does not read without end", async () => {
    const { post } = await serve((response) => void response.end(Buffer.alloc(5 * 1024 * 1024)));
    expect(await post()).toMatchObject({ kind: "no_response", detail: "the body is larger than 4194304 bytes" });
  });

  it.each([
    [undefined, 1],
    ["0", 1],
    ["2.5", 3],
    ["120", 120],
    ["Fri, 02 Jan 2026 03:04:35 GMT", 30],
    ["Fri, 02 Jan 2026 03:04:00 GMT", 1],
    ["soon", 1],
    ["", 1],
    ["315360000", 3600],
    ["1e300", 3600],
    ["Fri, 02 Jan 2036 03:04:05 GMT", 3600],
  ])("reads Retry-After %p as %d seconds", (header, seconds) => {
    expect(readRetryAfterSeconds(header, new Date("2026-01-02T03:04:05Z"))).toBe(seconds);
  });
});
