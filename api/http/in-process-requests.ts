import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { Express, Request } from "express";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import type { Actor } from "./operation-context.ts";

/** A request that the API process makes of its own operations, for somebody who has asked in another way. */
export interface InProcessRequest {
  method: string;
  /** With `/api/v1` and the query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** The request of the caller: its address counts. */
  caller: Pick<Request, "socket">;
  /** True: whatever the credential may do, this stays in the sandbox. */
  inSandbox: boolean;
  signal: AbortSignal;
}

export interface InProcessAnswer {
  status: number;
  contentType: string;
  headers: IncomingMessage["headers"];
  text: string;
  /** True: the answer was longer than is read. */
  isCut: boolean;
}

export type InProcessCall = (request: InProcessRequest) => Promise<InProcessAnswer>;

/** Longer answers are for programs that read files, not for one that reads words. */
const MOST_ANSWER_BYTES = MEGABYTE;

const inProcess = new WeakSet<object>();
const confinedToSandbox = new WeakSet<object>();

/** Tells whether the process asks itself, for somebody whom it has admitted. */
export const isInProcess = (request: Pick<Request, "socket">): boolean => inProcess.has(request.socket);

/** Returns the actor as the connection of its request lets it act. */
export const confineActor = (actor: Actor, request: Pick<Request, "socket">): Actor =>
  confinedToSandbox.has(request.socket) ? { ...actor, environment: "sandbox" } : actor;

/**
 * Asks the application itself, over a connection in memory: the request takes the way of every other one, so that limits, permissions,
 * scopes and the rules of the sandbox hold for it and cannot be forgotten.
 */
export const createInProcessCall = (app: Express): InProcessCall => {
  // It never listens: connections are handed to it.
  const server = createServer(app);
  return (request) =>
    new Promise((resolve, reject) => {
      const [clientSide, serverSide] = duplexPair();
      Object.defineProperty(serverSide, "remoteAddress", { value: request.caller.socket.remoteAddress });
      inProcess.add(serverSide);
      if (request.inSandbox) confinedToSandbox.add(serverSide);
      const stop = () => void clientSide.destroy();
      request.signal.addEventListener("abort", stop, { once: true });
      const end = () => {
        request.signal.removeEventListener("abort", stop);
        clientSide.destroy();
        serverSide.destroy();
      };
      server.emit("connection", serverSide);
      send(request, clientSide).then(resolve, reject).finally(end);
    });
};

const send = ({ method, path, headers, body }: InProcessRequest, connection: Duplex): Promise<InProcessAnswer> =>
  new Promise((resolve, reject) => {
    connection.on("error", reject);
    const outgoing = sendRequest({
      method,
      path,
      headers: { ...headers, host: "in-process", connection: "close", ...lengthOf(body) },
      createConnection: () => connection,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => void readAnswer(response).then(resolve, reject));
    outgoing.end(body ?? undefined);
  });

const lengthOf = (body: string | null): Record<string, string> =>
  body === null ? {} : { "content-length": String(Buffer.byteLength(body)), "content-type": "application/json" };

const readAnswer = async (response: IncomingMessage): Promise<InProcessAnswer> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    const chunk: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_ANSWER_BYTES) break;
  }
  return {
    status: response.statusCode ?? 500,
    contentType: response.headers["content-type"] ?? "",
    headers: response.headers,
    text: Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString("utf8"),
    isCut: bytes > MOST_ANSWER_BYTES,
  };
};
