import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import { WEB_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import { KILOBYTE } from "../../../domain/file/bytes.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { createTokenBucket } from "../../../infra/limits/token-bucket.ts";
import { readLivekitSettings } from "../../../infra/livekit/livekit-settings.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import type { RequestGuards } from "../../http/load/request-guards.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { type CallBudgets, createCallBudgets } from "../relay/call-budgets.ts";
import { countHandshake } from "../relay/handshake-limits.ts";
import { LONGEST_FRAME_BYTES, MOST_UNSENT_BYTES, refuse } from "../relay/relay-server.ts";
import { readJoinToken, readVoiceToken } from "./web-call-tokens.ts";

const PATH = /^\/api\/v1\/talk-sound\/([\w.-]{1,400})$/;
/** A page that takes sound more slowly than it is spoken misses some of it; one that takes nothing is given up. */
export const SKIPPED_FROM_BYTES = 128 * KILOBYTE;
/** Sound of 16 kHz is 32 KB a second, in 50 frames; a burst follows a line that had stopped. */
const SOUND = { perSecond: 64 * KILOBYTE, burst: 512 * KILOBYTE };
const FRAMES = { perSecond: 120, burst: 600 };
const PING_EVERY_MS = 10_000;

const CLOSE = { over: 1000, restart: 1012, tooFast: 1008, replaced: 4000 } as const;

type Side = "page" | "media";
type Ends = Partial<Record<Side, WebSocket>>;

export interface SoundServer {
  isPath(url: string): boolean;
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every connection: pages and media processes come back to another process. */
  drain(): void;
}

/**
 * Creates the server that passes the sound of conversations, and the words beside it, between pages and media processes, where there
 * is no LiveKit. Both ends of a call meet in this process.
 */
export const createSoundServer = (
  deps: ApiDependencies,
  { stopping, guards }: { stopping: AbortSignal; guards: Pick<RequestGuards, "limits" | "held"> },
): SoundServer => {
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_FRAME_BYTES, perMessageDeflate: false });
  const calls = new Map<string, Ends>();
  const budgets = createCallBudgets();

  const accept = (socket: WebSocket, { runUuid, side }: Caller): void => {
    const ends = calls.get(runUuid) ?? {};
    calls.set(runUuid, ends);
    ends[side]?.close(CLOSE.replaced, "connected anew");
    ends[side] = socket;
    const otherSide = side === "page" ? "media" : "page";
    const tellOther = (isThere: boolean) => sendTo(ends[otherSide], presenceOf(side, isThere));
    sendTo(socket, presenceOf(otherSide, ends[otherSide] !== undefined));
    tellOther(true);
    passOn(socket, { side, other: () => ends[otherSide] });
    socket.once("close", () => {
      if (ends[side] !== socket) return;
      delete ends[side];
      tellOther(false);
      if (ends[otherSide] === undefined) calls.delete(runUuid);
    });
  };
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const caller = readCaller(deps, request);
    const refusal = stopping.aborted
      ? "503 Service Unavailable"
      : await findRefusal(deps, { request, socket, caller, guards, budgets });
    if (refusal !== null || caller === null) return refuse(socket, refusal ?? "401 Unauthorized");
    if (!socket.destroyed) server.handleUpgrade(request, socket, head, (opened) => accept(opened, caller));
  };
  return {
    isPath: (url) => url.startsWith("/api/v1/talk-sound/"),
    onUpgrade: (request, socket, head) => {
      socket.on("error", () => socket.destroy());
      upgrade(request, socket, head).catch((err: unknown) => {
        deps.logger.error({ err }, "a connection for sound could not be admitted");
        refuse(socket, "503 Service Unavailable");
      });
    },
    drain: () => {
      for (const socket of server.clients) socket.close(CLOSE.restart, "restarting");
      server.close();
    },
  };
};

interface Caller {
  organizationId: number;
  runUuid: string;
  side: Side;
}

const readCaller = (deps: ApiDependencies, request: IncomingMessage): Caller | null => {
  const token = PATH.exec(request.url ?? "")?.[1] ?? "";
  const ofPage = readJoinToken(deps, token);
  const named = ofPage ?? readVoiceToken(deps, token);
  return named && { organizationId: named.organizationId, runUuid: named.uuid, side: ofPage ? "page" : "media" };
};

interface Opening {
  request: IncomingMessage;
  socket: Duplex;
  caller: Caller | null;
  guards: Pick<RequestGuards, "limits" | "held">;
  budgets: CallBudgets;
}

/** Returns the status with which a connection is refused; null: it is admitted. */
const findRefusal = async (deps: ApiDependencies, opening: Opening): Promise<string | null> => {
  const { request, socket, caller, guards, budgets } = opening;
  if (caller?.side !== "media" && !(await countHandshake(deps, guards, { request, socket })))
    return "429 Too Many Requests";
  if (caller === null) return "401 Unauthorized";
  // A media process waits for its page, and comes back whenever this process was restarted.
  if (caller.side === "page" && !budgets.mayConnect(caller.runUuid)) return "429 Too Many Requests";
  if (readLivekitSettings(deps.config) !== null) return "404 Not Found";
  const run = await deps.database.inOrganization(caller.organizationId, (tx) => findRun(tx, caller.runUuid));
  return run?.mode === WEB_MODE && run.carries_audio && !isCallOver(run) ? null : "401 Unauthorized";
};

const presenceOf = (side: Side, isThere: boolean) => (side === "page" ? { person: isThere } : { agent: isThere });

const sendTo = (socket: WebSocket | undefined, message: object): void => {
  if (socket?.readyState === socket?.OPEN) socket?.send(JSON.stringify(message));
};

const OVER = /^\{"over":true\}$/;

/** What a page says beside sound. Only this process tells who is there: a page that told it would make others hear anew each time. */
const saidByPage = z.strictObject({ leave: z.boolean().optional(), written: z.unknown().optional() });

const isOfPage = (data: Buffer): boolean => saidByPage.safeParse(parseJson(data.toString("utf8"))).success;

/** Passes everything on to the other end, within what a page may send. */
const passOn = (socket: WebSocket, { side, other }: { side: Side; other(): WebSocket | undefined }): void => {
  const frames = createTokenBucket(FRAMES);
  const sound = createTokenBucket(SOUND);
  let isAlive = true;
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_EVERY_MS);
  socket.on("pong", () => {
    isAlive = true;
  });
  // A "close" event follows.
  socket.on("error", () => {});
  socket.once("close", () => clearInterval(pings));
  socket.on("message", (data: Buffer, isBinary) => {
    if (side === "page") {
      sound.take(data.length);
      if (!frames.tryTake() || sound.msUntilAvailable() > 0) return socket.close(CLOSE.tooFast, "too much sound");
      if (!isBinary && !isOfPage(data)) return;
    }
    const to = other();
    if (!to || to.readyState !== to.OPEN) return;
    if (side === "media" && !isBinary && OVER.test(data.toString())) return to.close(CLOSE.over, "over");
    if (to.bufferedAmount > MOST_UNSENT_BYTES) return to.terminate();
    if (isBinary && to.bufferedAmount > SKIPPED_FROM_BYTES) return;
    to.send(data, { binary: isBinary });
  });
};
