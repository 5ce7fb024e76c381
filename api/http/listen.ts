import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUnread } from "./refuse-unread.ts";

/**
 * Idle connections are kept longer than load balancers keep theirs, usually 60 s: the side that closes first may be met by a
 * request on its way, which fails.
 */
const IDLE_CONNECTION_MS = 75_000;

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
  if (onUpgrade) server.on("upgrade", onUpgrade);
  const open = openResponses(server);
  server.on("clientError", (error, connection) =>
    refuseUnread(
      error,
      connection,
      [...open].some(({ socket, headersSent }) => socket === connection && headersSent),
    ),
  );
  server.listen(port, host);
  await once(server, "listening");
  return { url: urlOf(server), drain: (timeoutMs) => drain({ server, open }, timeoutMs) };
};

const openResponses = (server: Server): ReadonlySet<ServerResponse> => {
  const open = new Set<ServerResponse>();
  server.prependListener("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return open;
};

const drain = async (
  { server, open }: { server: Server; open: ReadonlySet<ServerResponse> },
  timeoutMs: number,
): Promise<void> => {
  const closed = once(server, "close");
  server.close();
  const running = [...open].map((response) => closing(response));
  for (const response of open) {
    // The stream's writer may not know of the end yet; its later writes are lost anyway.
    if (isEventStream(response)) response.on("error", () => {}).end();
    else if (!response.headersSent) response.setHeader("Connection", "close");
  }
  const deadline = AbortSignal.timeout(timeoutMs);
  await Promise.race([Promise.all(running), once(deadline, "abort")]);
  server.closeIdleConnections();
  if (deadline.aborted) server.closeAllConnections();
  deadline.addEventListener("abort", () => server.closeAllConnections());
  await closed;
};

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
