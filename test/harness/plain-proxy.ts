import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";

/** A proxy in front of an API, as one is that nobody has configured for WebSockets. */
export interface PlainProxy {
  url: string;
  /** The address of the API behind it. */
  serve(target: string): void;
  /** From now on the headers by which a WebSocket is opened are passed, or left out as headers of one hop are. */
  passUpgrades(passes: boolean): void;
  close(): Promise<void>;
}

const HEADERS_OF_ONE_HOP = ["connection", "upgrade", "keep-alive", "te", "trailer", "proxy-connection"];

export const startPlainProxy = async (): Promise<PlainProxy> => {
  let target = new URL("http://127.0.0.1:9");
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex): Duplex => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !HEADERS_OF_ONE_HOP.includes(name)),
    );
    const { hostname: host, port } = target;
    const { method, url: path } = request;
    const inside = sendRequest({ host, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    inside.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    request.pipe(inside);
  };
  const passUpgrade = (request: IncomingMessage, outside: Duplex): void => {
    const inside = keep(connect(Number(target.port), target.hostname));
    keep(outside);
    const lines = [`GET ${request.url} HTTP/1.1`];
    for (let at = 0; at < request.rawHeaders.length; at += 2) {
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
    }
    inside.write(`${lines.join("\r\n")}\r\n\r\n`);
    inside.pipe(outside).pipe(inside);
  };
  const server = createServer(pass);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve: (url) => {
      target = new URL(url);
    },
    passUpgrades: (passes) => {
      // Without a listener Node takes the request for a plain one.
      server.removeAllListeners("upgrade");
      if (passes) server.on("upgrade", passUpgrade);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
