import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay, setImmediate as pollOnce } from "node:timers/promises";
import { refuseUnread } from "./refuse-unread.ts";

/**
 * Idle connections are kept longer than load balancers keep theirs, usually 60 s: the side that closes first may be met by a
 * request on its way, which fails.
 */
const IDLE_CONNECTION_MS = 75_000;
/**
 * While a process leaves, an idle connection is closed when none has brought a request for so long: a load balancer may have sent one that
 * has not come yet, and may send it to nobody else.
 */
const QUIET_MS = 250;

export interface RunningServer {
  /** The address of the server: http://HOST:PORT. */
  url: string;
  /**
   * Stops listening at once, so that whoever connects anew reaches another process; ends event streams, and lets running requests
   * finish, for at most `timeoutMs`.
   */
  drain(timeoutMs: number): Promise<void>;
}

/** Listens; port 0 takes a free one. Rejects when it cannot. */
export const listen = async (
  handler: RequestListener,
  {
    host,
    port,
    onUpgrade,
  }: {
    host: string;
    port: number;
    /** Takes connections that are upgraded from HTTP. */
    onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  },
): Promise<RunningServer> => {
  const server = createServer(handler);
  server.keepAliveTimeout = IDLE_CONNECTION_MS;
  const requests = watchRequests(server);
  const { open } = requests;
  if (onUpgrade)
    server.on("upgrade", (request, socket, head) => {
      // Another process takes it: nothing has been answered yet.
      if (requests.isLeaving) socket.destroy();
      else onUpgrade(request, socket, head);
    });
  server.on("clientError", (error, connection) =>
    refuseUnread(
      error,
      connection,
      [...open].some(({ socket, headersSent }) => socket === connection && headersSent),
    ),
  );
  server.listen(port, host);
  await once(server, "listening");
  return { url: urlOf(server), drain: (timeoutMs) => drain(server, requests, timeoutMs) };
};

interface Requests {
  open: ReadonlySet<ServerResponse>;
  /** By `performance.now()`. */
  lastCameAtMs: number;
  /** The answer to whatever still comes closes its connection. */
  isLeaving: boolean;
}

const watchRequests = (server: Server): Requests => {
  const open = new Set<ServerResponse>();
  const requests: Requests = { open, lastCameAtMs: 0, isLeaving: false };
  server.prependListener("request", (_request, response) => {
    requests.lastCameAtMs = performance.now();
    if (requests.isLeaving) response.setHeader("Connection", "close");
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return requests;
};

const drain = async (server: Server, requests: Requests, timeoutMs: number): Promise<void> => {
  const deadline = AbortSignal.timeout(timeoutMs);
  const closed = once(server, "close");
  requests.isLeaving = true;
  // Right after a look at the network: whoever waited there to be accepted has been.
  await pollOnce();
  // Of HTTP itself it would close the idle connections too.
  TcpServer.prototype.close.call(server);
  endAnswers(requests.open);
  await untilQuiet(server, requests, deadline);
  endAnswers(requests.open);
  await Promise.race([Promise.all([...requests.open].map(closing)), once(deadline, "abort")]);
  server.close();
  // Those that never brought a request are not idle for Node: they would be waited for.
  server.closeAllConnections();
  await closed;
};

/** Ends event streams; the other answers close their connections. */
const endAnswers = (open: ReadonlySet<ServerResponse>): void => {
  for (const response of open) {
    // The stream's writer may not know of the end yet; its later writes are lost anyway.
    if (isEventStream(response)) response.on("error", () => {}).end();
    else if (!response.headersSent) response.setHeader("Connection", "close");
  }
};

/** Resolves when no connection is left, or none has brought a request for a while. */
const untilQuiet = async (server: Server, requests: Requests, deadline: AbortSignal): Promise<void> => {
  const beganAtMs = performance.now();
  while (!deadline.aborted && (await countConnections(server)) > 0) {
    const waitMs = Math.max(beganAtMs, requests.lastCameAtMs) + QUIET_MS - performance.now();
    if (waitMs <= 0) return;
    await delay(waitMs, undefined, { signal: deadline }).catch(() => {});
  }
};

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));

const closing = (response: ServerResponse): Promise<unknown> =>
  new Promise((resolve) => response.once("close", resolve));

const isEventStream = (response: ServerResponse): boolean =>
  String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");

const urlOf = (server: Server): string => {
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the server listens on no TCP port");
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
};
