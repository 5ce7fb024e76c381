import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { WebSocket, WebSocketServer } from "ws";
import { type Nginx, startNginx } from "./nginx.ts";

/** A server behind the site, which tells what it got. */
const startUpstream = async (name: string) => {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer(async (request, response) => {
    if (request.url === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: first\n\n");
      return void request.socket.once("close", () => response.end());
    }
    const bytes = (await buffer(request)).length;
    const { host, "x-forwarded-for": client, "x-forwarded-proto": protocol } = request.headers;
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ name, bytes, host, client, protocol, connection: request.headers.connection ?? null }),
    );
  });
  server.on("upgrade", (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) =>
      opened.on("message", (data) => opened.send(`heard ${String(data)}`)),
    ),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
};
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let upstreams: Server[];
let nginx: Nginx;
beforeAll(async () => {
  upstreams = [await startUpstream("first"), await startUpstream("second")];
  nginx = await startNginx(upstreams.map(urlOf));
});
afterAll(async () => {
  await nginx?.stop();
  for (const server of upstreams ?? []) {
    server.closeAllConnections();
    server.close();
  }
});

const ask = async (init: RequestInit = {}): Promise<Record<string, unknown>> =>
  JSON.parse(await (await fetch(`${nginx.url}/`, init)).text());

describe("the site for nginx", () => {
  it("tells the API the client's address, and believes no other", async () => {
    const seen = await ask({ headers: { "x-forwarded-for": "203.0.113.7" } });
    expect(seen).toMatchObject({
      client: "127.0.0.1",
      protocol: "http",
      host: new URL(nginx.url).host,
      connection: null,
    });
  });

  it("asks the APIs in turn, and another one where one refuses the connection, whatever the method", async () => {
    const names = new Set((await Promise.all([ask(), ask(), ask(), ask()])).map(({ name }) => name));
    expect([...names].toSorted()).toEqual(["first", "second"]);
    const [first] = upstreams;
    first?.closeAllConnections();
    first?.close();
    for (let turn = 0; turn < 6; turn += 1)
      expect(await ask({ method: "POST", body: "{}" })).toMatchObject({ name: "second", bytes: 2 });
  });

  it("takes a form with a document of 100 MB", async () => {
    const bytes = 104_857_600 + 4096;
    expect(await ask({ method: "POST", body: new Uint8Array(bytes) })).toMatchObject({ bytes });
  });

  it("passes a stream on as it is written", async () => {
    const leaving = new AbortController();
    const stream = await fetch(`${nginx.url}/stream`, { signal: leaving.signal });
    const first = await stream.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe("data: first\n\n");
    leaving.abort();
  });

  it("passes WebSockets", async () => {
    const socket = new WebSocket(`${nginx.url.replace("http", "ws")}/talk`);
    await once(socket, "open");
    socket.send("words");
    const [heard] = await once(socket, "message");
    expect(String(heard)).toBe("heard words");
    socket.terminate();
  });
});
