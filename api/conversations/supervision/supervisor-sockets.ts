import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { SUPERVISOR_PULSE_SECONDS } from "../../../domain/call/supervision.rules.ts";
import { KILOBYTE } from "../../../domain/file/bytes.ts";
import { createTokenBucket } from "../../../infra/limits/token-bucket.ts";
import { pulseSupervision } from "../../../infra/postgres/supervision/supervision.repository.ts";
import { readSupervisionClaims } from "../../../infra/secrets/join-token.ts";
import type { RequestGuards } from "../../http/load/request-guards.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { countHandshake } from "../relay/handshake-limits.ts";
import { LONGEST_FRAME_BYTES, MOST_UNSENT_BYTES, refuse } from "../relay/relay-server.ts";
import { SKIPPED_FROM_BYTES } from "../web-call/sound-connections.ts";
import { readVoiceToken } from "../web-call/web-call-tokens.ts";

const SUPERVISOR_PATH = /^\/api\/v1\/supervise\/([\w.-]{1,400})$/;
const MEDIA_PATH = /^\/api\/v1\/supervise-sound\/([\w.-]{1,400})(?:\?at=([\w-]{1,40}))?$/;
/** A microphone at 16 kHz is 32 KB a second, in 50 frames. */
const SOUND = { perSecond: 64 * KILOBYTE, burst: 256 * KILOBYTE };
const FRAMES = { perSecond: 120, burst: 300 };

const CLOSE = { over: 1000, restart: 1012, tooFast: 1008, replaced: 4000 } as const;
/** The first byte of sound that the media process sends: whose it is. */
const OF_SUPERVISOR = 2;

interface SupervisorServer {
  isPath(url: string): boolean;
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every connection: supervisors and media processes come back to another process. */
  drain(): void;
}

/** A supervisor who is connected with this process. */
interface Listener {
  organizationId: number;
  runUuid: string;
  uuid: string;
}

/** The process, as rows name it. */
interface ListenerHere extends Listener {
  apiProcess: string;
}

/** The supervisors of a call, and the media process that has its sound. */
interface CallEnds {
  supervisors: Map<string, WebSocket>;
  media: WebSocket | null;
}

/**
 * Creates the server of supervisors' connections. A connection shows that a supervisor is there; where a media process has the call's
 * sound, it passes both sides to them, and the microphone of whoever has taken the call over to the person.
 */
export const createSupervisorServer = (
  deps: ApiDependencies,
  { stopping, guards }: { stopping: AbortSignal; guards: Pick<RequestGuards, "limits" | "held"> },
): SupervisorServer => {
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_FRAME_BYTES, perMessageDeflate: false });
  const apiProcess = randomUUID();
  const { has, acceptSupervisor, acceptMedia } = createCallEnds(deps, apiProcess);

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const url = request.url ?? "";
    if (stopping.aborted) return refuse(socket, "503 Service Unavailable");
    const [, mediaToken = "", wanted = apiProcess] = MEDIA_PATH.exec(url) ?? [];
    const media = readVoiceToken(deps, mediaToken);
    if (media) {
      // With several processes the media process tries again until it has found each one that has supervisors.
      if (wanted !== apiProcess || !has(media.uuid)) return refuse(socket, "404 Not Found");
      return server.handleUpgrade(request, socket, head, (opened) => acceptMedia(opened, media.uuid));
    }
    if (!(await countHandshake(deps, guards, { request, socket }))) return refuse(socket, "429 Too Many Requests");
    const listener = readListener(deps, SUPERVISOR_PATH.exec(url)?.[1] ?? "");
    if (listener === null || !(await pulse(deps, { ...listener, apiProcess })))
      return refuse(socket, "401 Unauthorized");
    if (!socket.destroyed) server.handleUpgrade(request, socket, head, (opened) => acceptSupervisor(opened, listener));
  };
  return {
    isPath: (url) => url.startsWith("/api/v1/supervise/") || url.startsWith("/api/v1/supervise-sound/"),
    onUpgrade: (request, socket, head) => {
      socket.on("error", () => socket.destroy());
      upgrade(request, socket, head).catch((err: unknown) => {
        deps.logger.error({ err }, "a supervisor's connection could not be admitted");
        refuse(socket, "503 Service Unavailable");
      });
    },
    drain: () => {
      for (const socket of server.clients) socket.close(CLOSE.restart, "restarting");
      server.close();
    },
  };
};

/** Keeps the ends of the calls that are supervised by this process. */
const createCallEnds = (deps: ApiDependencies, apiProcess: string) => {
  const calls = new Map<string, CallEnds>();
  const endsOf = (runUuid: string): CallEnds => {
    const ends = calls.get(runUuid) ?? { supervisors: new Map(), media: null };
    calls.set(runUuid, ends);
    return ends;
  };

  const acceptSupervisor = (socket: WebSocket, listener: Listener): void => {
    const { runUuid, uuid } = listener;
    const ends = endsOf(runUuid);
    ends.supervisors.get(uuid)?.close(CLOSE.replaced, "connected anew");
    ends.supervisors.set(uuid, socket);
    const tell = () => sendTo(socket, { supervision: presentState(deps, listener) });
    const stopWatching = deps.supervision.watch({ uuid: runUuid }, tell);
    const stopPulse = keepAlive(deps, socket, { ...listener, apiProcess });
    tell();
    deps.supervision.look().catch(() => {});
    passMicrophone(socket, () => (deps.supervision.stateOf(runUuid).takenOverBy === uuid ? ends.media : null));
    socket.once("close", () => {
      stopWatching();
      stopPulse();
      if (ends.supervisors.get(uuid) !== socket) return;
      ends.supervisors.delete(uuid);
      if (ends.supervisors.size > 0) return;
      ends.media?.close(CLOSE.over, "nobody listens");
      calls.delete(runUuid);
    });
  };
  const acceptMedia = (socket: WebSocket, runUuid: string): void => {
    const ends = endsOf(runUuid);
    ends.media?.close(CLOSE.replaced, "connected anew");
    ends.media = socket;
    // A "close" event follows.
    socket.on("error", () => {});
    socket.on("message", (data: Buffer, isBinary) => {
      const speaker = isBinary && data[0] === OF_SUPERVISOR ? deps.supervision.stateOf(runUuid).takenOverBy : null;
      for (const [uuid, to] of ends.supervisors) if (uuid !== speaker) pass(to, data, isBinary);
    });
    socket.once("close", () => {
      if (ends.media === socket) ends.media = null;
    });
  };
  return { has: (runUuid: string) => calls.has(runUuid), acceptSupervisor, acceptMedia };
};

const readListener = (deps: ApiDependencies, token: string): Listener | null => {
  const [organization, runUuid, uuid] = readSupervisionClaims(deps, token)?.split("/") ?? [];
  return organization && runUuid && uuid ? { organizationId: Number(organization), runUuid, uuid } : null;
};

/** Returns false when the supervision is over. */
const pulse = async (
  { database }: ApiDependencies,
  { organizationId, ...supervisor }: ListenerHere,
): Promise<boolean> =>
  (await database.inOrganization(organizationId, (tx) => pulseSupervision(tx, supervisor))) !== undefined;

/** Each answer to a ping shows that the supervisor is there; a connection that answers none is closed. */
const keepAlive = (deps: ApiDependencies, socket: WebSocket, listener: ListenerHere): (() => void) => {
  let isAlive = true;
  const note = () => {
    isAlive = true;
    pulse(deps, listener).then(
      (isOpen) => isOpen || socket.close(CLOSE.over, "over"),
      (err: unknown) => deps.logger.warn({ err }, "that a supervisor is there could not be stored"),
    );
  };
  socket.on("pong", note);
  // A "close" event follows.
  socket.on("error", () => {});
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, SUPERVISOR_PULSE_SECONDS * 1000);
  return () => clearInterval(timer);
};

/** Passes the supervisor's microphone on while they have the call, within what a microphone sends. */
const passMicrophone = (socket: WebSocket, mediaOf: () => WebSocket | null): void => {
  const frames = createTokenBucket(FRAMES);
  const sound = createTokenBucket(SOUND);
  socket.on("message", (data: Buffer, isBinary) => {
    sound.take(data.length);
    if (!frames.tryTake() || sound.msUntilAvailable() > 0) return socket.close(CLOSE.tooFast, "too much sound");
    const media = isBinary ? mediaOf() : null;
    if (media) pass(media, data, true);
  });
};

const pass = (to: WebSocket, data: Buffer, isBinary: boolean): void => {
  if (to.readyState !== to.OPEN) return;
  if (to.bufferedAmount > MOST_UNSENT_BYTES) return to.terminate();
  if (isBinary && to.bufferedAmount > SKIPPED_FROM_BYTES) return;
  to.send(data, { binary: isBinary });
};

const sendTo = (socket: WebSocket, message: object): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
};

const presentState = ({ supervision }: ApiDependencies, { runUuid, uuid }: Listener) => {
  const { listeners, takenOverBy } = supervision.stateOf(runUuid);
  return {
    listeners,
    mode: takenOverBy === uuid ? "take_over" : "listen",
    is_taken_over: takenOverBy !== null,
  };
};
