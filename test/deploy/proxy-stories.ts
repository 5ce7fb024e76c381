import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { WebSocket, WebSocketServer } from "ws";
import type { ProxySite } from "./proxy-site.ts";

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
let site: ProxySite;

const ask = async (init: RequestInit = {}): Promise<Record<string, unknown>> =>
  JSON.parse(await (await fetch(`${site.url}/`, init)).text());

const openSocket = async (): Promise<WebSocket> => {
  const socket = new WebSocket(`${site.url.replace("http", "ws")}/talk`);
  await once(socket, "open");
  return socket;
};

const hear = async (socket: WebSocket, words: string): Promise<string> => {
  const answered = Promise.race([
    once(socket, "message"),
    once(socket, "close").then(() => ["nothing: it was closed"]),
  ]);
  socket.send(words);
  const [heard] = await answered;
  return String(heard);
};

/** What every proxy does by the site that the project ships for it. `more`: what this one does besides. */
export const proxyStories = (
  name: string,
  {
    isAsked = true,
    open,
    more = () => {},
  }: {
    isAsked?: boolean;
    open(apis: readonly string[]): Promise<ProxySite>;
    more?(told: { site(): ProxySite; openSocket: typeof openSocket; hear: typeof hear }): void;
  },
): void => {
  const told = isAsked ? it : it.skip;
  describe(`the site for ${name}`, () => {
    beforeAll(async () => {
      if (!isAsked) return;
      upstreams = [await startUpstream("first"), await startUpstream("second")];
      site = await open(upstreams.map(urlOf));
    });
    afterAll(async () => {
      await site?.stop();
      for (const server of upstreams ?? []) {
        server.closeAllConnections();
        server.close();
      }
    });

    told("tells the API the client's address, and believes no other", async () => {
      const { protocol, host } = new URL(site.url);
      const seen = await ask({ headers: { "x-forwarded-for": "203.0.113.7" } });
      expect(seen).toMatchObject({ client: "127.0.0.1", protocol: protocol.replace(":", ""), host, connection: null });
    });

    more({ site: () => site, openSocket, hear });

    told("takes a form with a document of 100 MB", async () => {
      const bytes = 104_857_600 + 4096;
      expect(await ask({ method: "POST", body: new Uint8Array(bytes) })).toMatchObject({ bytes });
    });

    told("refuses a form that is larger than any that an API takes", async () => {
      const answer = await fetch(`${site.url}/`, { method: "POST", body: new Uint8Array(120_000_000) }).catch(
        () => null,
      );
      // The proxy may close the connection before all of it was sent.
      expect(answer === null || answer.status === 413).toBe(true);
    });

    told("passes a stream on as it is written", async () => {
      const leaving = new AbortController();
      const stream = await fetch(`${site.url}/stream`, { signal: leaving.signal });
      const first = await stream.body?.getReader().read();
      expect(Buffer.from(first?.value ?? []).toString()).toBe("data: first\n\n");
      leaving.abort();
    });

    told("passes WebSockets", async () => {
      const socket = await openSocket();
      expect(await hear(socket, "words")).toBe("heard words");
      socket.terminate();
    });

    told("asks the APIs in turn, and another one where one refuses the connection, whatever the method", async () => {
      const names = new Set((await Promise.all([ask(), ask(), ask(), ask()])).map((answer) => answer["name"]));
      expect([...names].toSorted()).toEqual(["first", "second"]);
      const [first] = upstreams;
      first?.closeAllConnections();
      first?.close();
      for (let turn = 0; turn < 6; turn += 1)
        expect(await ask({ method: "POST", body: "{}" })).toMatchObject({ name: "second", bytes: 2 });
    });
  });
};
