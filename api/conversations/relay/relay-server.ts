import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { KILOBYTE, MEGABYTE } from "../../../domain/file/bytes.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { readProbeWord } from "../../../infra/public-address/probe-public-address.ts";
import { HttpError } from "../../http/http-error.ts";
import type { RequestGuards } from "../../http/load/request-guards.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { type CallBudgets, createCallBudgets } from "./call-budgets.ts";
import { countHandshake } from "./handshake-limits.ts";
import { type RelayCall, type RelayLine, runRelayCall } from "./relay-call.ts";
import { beginsTurn, type OutgoingFrame, readFrame } from "./relay-frames.ts";

export const LONGEST_FRAME_BYTES = 64 * KILOBYTE;
export const MOST_UNSENT_BYTES = MEGABYTE;
const SETUP_WITHIN_MS = 10_000;
const ADMITTED_WITHIN_MS = 10_000;
const PING_EVERY_MS = 20_000;
const QUIET_WITHIN_MS = 5000;

const CLOSE = { tooFast: 1008, noFrame: 1003, noSetup: 1002, replaced: 4000, restart: 1012, over: 1000 } as const;

/** The call that a token of ours in a connection's address names. */
export interface NamedCall {
  organizationId: number;
  runUuid: string;
  /** Only carriers and media processes have such a token: one address of theirs serves many calls, and is not counted. */
  isOfServer: boolean;
}

/** One kind of WebSocket peer: carriers that relay a call's words, or pages that speak and listen. */
export interface RelayEndpoint {
  isPath(url: string): boolean;
  /** Returns what the token in the address names, before anything is looked up; null: it is none of ours, or has expired. */
  readCall(deps: ApiDependencies, request: IncomingMessage): NamedCall | null;
  /** Returns the call whose words pass over this connection; null: it is refused without a reason. */
  admit(deps: ApiDependencies, opening: { request: IncomingMessage; call: NamedCall | null }): Promise<CallRun | null>;
  /** Returns how its conversation is opened and who is told of its end. */
  lineOf(deps: ApiDependencies, run: CallRun): Omit<RelayLine, "run" | "send" | "close">;
  /** Watches the call while it is connected; returns the function that stops it. */
  watch(deps: ApiDependencies, run: CallRun, call: RelayCall): () => void;
  /** Called when the call's connection has closed and no other one has replaced it, unless the process itself stops. */
  left?(deps: ApiDependencies, run: CallRun): void;
}

export interface RelayServer {
  /** Handles the `upgrade` event of the HTTP server. */
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Lets running turns finish, then closes every connection: the carrier asks what comes next, and another process
   * answers.
   */
  drain(): Promise<void>;
  /** Tells whether a conversation is connected. */
  isCarrying(): boolean;
}

interface Connection {
  socket: WebSocket;
  call: RelayCall;
}

interface RelayOptions {
  stopping: AbortSignal;
  endpoints: readonly RelayEndpoint[];
  /** Those of the HTTP requests, whose addresses are counted together with these. */
  guards: Pick<RequestGuards, "limits" | "held">;
}

/** Creates the server for WebSocket connections of conversations. */
export const createRelayServer = (
  deps: ApiDependencies,
  { stopping, endpoints, guards }: RelayOptions,
): RelayServer => {
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_FRAME_BYTES, perMessageDeflate: false });
  /** Connections by run, because a carrier that connects again has lost its earlier connection. */
  const connections = new Map<string, Connection>();
  const budgets = createCallBudgets();

  const accept = (endpoint: RelayEndpoint, run: CallRun, socket: WebSocket): void => {
    connections.get(run.uuid)?.socket.close(CLOSE.replaced, "connected anew");
    const call = runRelayCall(deps, {
      run,
      send: (frame) => sendFrame(socket, frame),
      close: () => socket.close(CLOSE.over),
      ...endpoint.lineOf(deps, run),
    });
    const connection = { socket, call };
    connections.set(run.uuid, connection);
    const stops = [endpoint.watch(deps, run, call), deps.supervision.watch(run, call.supervised)];
    watchConnection(connection, deps, { run, budgets });
    socket.once("close", () => {
      for (const stop of stops) stop();
      call.stop();
      if (connections.get(run.uuid) !== connection) return;
      connections.delete(run.uuid);
      if (!stopping.aborted) endpoint.left?.(deps, run);
    });
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const word = readProbeWord(deps, request.url ?? "");
    if (word !== null) return server.handleUpgrade(request, socket, head, (opened) => answerProbe(word, opened));
    const endpoint = endpoints.find(({ isPath }) => isPath(request.url ?? ""));
    if (stopping.aborted) return refuse(socket, "503 Service Unavailable");
    const call = endpoint?.readCall(deps, request) ?? null;
    if (!call?.isOfServer && !(await countHandshake(deps, guards, { request, socket })))
      return refuse(socket, "429 Too Many Requests");
    if (!endpoint) return refuse(socket, "404 Not Found");
    if (call && !budgets.mayConnect(call.runUuid)) return refuse(socket, "429 Too Many Requests");
    const run = await admitted(deps, endpoint, { request, call });
    if (run === "unavailable") return refuse(socket, "503 Service Unavailable");
    if (run === null) return refuse(socket, "401 Unauthorized");
    if (socket.destroyed) return;
    server.handleUpgrade(request, socket, head, (webSocket) => accept(endpoint, run, webSocket));
  };

  return {
    onUpgrade: (request, socket, head) => {
      // A client may disconnect at any moment; without a listener that would end the process.
      const onError = () => socket.destroy();
      socket.on("error", onError);
      const late = setTimeout(() => socket.destroy(), ADMITTED_WITHIN_MS);
      void upgrade(request, socket, head).finally(() => {
        clearTimeout(late);
        socket.off("error", onError);
      });
    },
    drain: async () => {
      await Promise.all([...connections.values()].map(closeWhenQuiet));
      server.close();
    },
    isCarrying: () => connections.size > 0,
  };
};

/** Says the word of a probe of the platform's own, so that it knows who has answered. */
const answerProbe = (word: string, webSocket: WebSocket): void => {
  webSocket.on("error", () => {});
  webSocket.send(word, () => webSocket.close(CLOSE.over));
};

const sendFrame = (socket: WebSocket, frame: OutgoingFrame): void => {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MOST_UNSENT_BYTES) return socket.terminate();
  socket.send(JSON.stringify(frame));
};

const admitted = async (
  deps: ApiDependencies,
  endpoint: RelayEndpoint,
  opening: Parameters<RelayEndpoint["admit"]>[1],
): Promise<CallRun | null | "unavailable"> => {
  try {
    return await endpoint.admit(deps, opening);
  } catch (error) {
    if (error instanceof HttpError) return null;
    deps.logger.error({ err: error }, "a relay connection could not be admitted");
    return "unavailable";
  }
};

/** Refuses a connection that was not opened yet. */
export const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const watchConnection = (
  { socket, call }: Connection,
  deps: ApiDependencies,
  { run, budgets }: { run: CallRun; budgets: CallBudgets },
): void => {
  let isSetUp = false;
  let isAlive = true;
  const setUpLate = setTimeout(() => {
    if (!isSetUp) socket.close(CLOSE.noSetup, "no setup came");
  }, SETUP_WITHIN_MS);
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_EVERY_MS);
  socket.on("pong", () => {
    isAlive = true;
  });
  // A "close" event follows; without a listener the process would end.
  socket.on("error", (err) => deps.logger.warn({ err, run_uuid: run.uuid }, "a relay connection broke"));
  socket.on("message", (data: Buffer, isBinary) => {
    if (!budgets.maySend(run.uuid)) return socket.close(CLOSE.tooFast, "too many frames");
    const frame = isBinary ? null : readFrame(data.toString());
    if (frame === null) return socket.close(CLOSE.noFrame, "not a frame");
    if (frame === "unknown") return;
    if (beginsTurn(frame) && !budgets.mayBeginTurn(run.uuid)) return socket.close(CLOSE.tooFast, "too many words");
    if (frame.type === "setup") isSetUp = true;
    if (isSetUp) call.take(frame);
  });
  socket.once("close", () => {
    clearTimeout(setUpLate);
    clearInterval(pings);
  });
};

const closeWhenQuiet = async ({ socket, call }: Connection): Promise<void> => {
  const closed = socket.readyState === socket.CLOSED ? Promise.resolve() : once(socket, "close");
  const deadline = performance.now() + QUIET_WITHIN_MS;
  const check = setInterval(() => {
    if (!call.isQuiet() && performance.now() < deadline) return;
    clearInterval(check);
    socket.close(CLOSE.restart, "restarting");
    setTimeout(() => socket.terminate(), 1000).unref();
  }, 50);
  await closed;
  clearInterval(check);
};
