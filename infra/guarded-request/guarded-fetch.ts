import type { IncomingMessage } from "node:http";
import { KILOBYTE, MEGABYTE } from "../../domain/file/bytes.ts";
import type { Exchange, Outgoing } from "./open-exchange.ts";
import { createPieceLimit } from "./piece-limit.ts";

const MAX_STREAMED_BYTES = 16 * MEGABYTE;
const REST_WITHIN_MS = 1000;
/** Reading a longer rest costs more than opening a new connection. */
const LONGEST_REST_BYTES = 64 * KILOBYTE;
/** Statuses without a body: a `Response` refuses to be given one. */
const WITHOUT_BODY = new Set([204, 205, 304]);
/** Headers of the client that are not forwarded; ours are set further down. */
const NOT_FORWARDED = ["host", "connection", "content-length", "accept-encoding", "transfer-encoding"];

/** Opens an exchange on a connection that is kept, or on one of its own. */
export type OpenExchange = (
  outgoing: Outgoing,
  options?: { isAlone?: boolean },
) => Pick<Exchange, "response" | "isOnKeptConnection">;

/**
 * Builds a `fetch` on top of exchanges; a body is held whole in memory until it is sent. `repeats`: a request is sent once more where
 * the other side closes a kept connection, which was idle for too long, as the request leaves.
 */
export const createGuardedFetch =
  (open: OpenExchange, { repeats = false } = {}): typeof fetch =>
  async (input, init) => {
    const { headers, signal, ...request } = readPlainRequest(input, init) ?? (await readRequest(input, init));
    for (const name of NOT_FORWARDED) headers.delete(name);
    const opening = openingOf(signal);
    const outgoing = { ...request, headers: Object.fromEntries(headers), signal: opening.signal };
    const exchange = open(outgoing);
    const incoming = await exchange.response
      .catch((error: unknown) => {
        if (!repeats || !exchange.isOnKeptConnection() || !isClosed(error)) throw error;
        return open(outgoing, { isAlone: true }).response;
      })
      .catch((error: unknown) => throwReason(error, signal));
    opening.answered(incoming);
    return asResponse(incoming, signal);
  };

const CLOSED = ["ECONNRESET", "EPIPE"];
const isClosed = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && CLOSED.includes(error.code);

interface ReadRequest {
  method: string;
  url: string;
  headers: Headers;
  body: Buffer | undefined;
  signal: AbortSignal;
}

type FetchArguments = Parameters<typeof fetch>;

/**
 * Reads a request whose body is text, as requests to models and tools are; null: another. A `Request` would pass the text through a
 * stream, which takes as long as sending it, while a person waits for the answer.
 */
const readPlainRequest = (input: FetchArguments[0], init: FetchArguments[1] = {}): ReadRequest | null => {
  const { method = "GET", body = null, signal } = init;
  if (input instanceof Request || !(body === null || typeof body === "string")) return null;
  const headers = new Headers(init.headers);
  if (body !== null && !headers.has("content-type")) headers.set("content-type", "text/plain;charset=UTF-8");
  return {
    method: method.toUpperCase(),
    url: String(input),
    headers,
    body: body === null ? undefined : Buffer.from(body),
    signal: signal ?? new AbortController().signal,
  };
};

const readRequest = async (...[input, init]: FetchArguments): Promise<ReadRequest> => {
  const request = new Request(input, init);
  return {
    method: request.method,
    url: request.url,
    headers: new Headers(request.headers),
    body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
    signal: request.signal,
  };
};

/**
 * Stops a request until its answer begins, and afterwards the answer. A request whose answer is complete must not be
 * stopped: its connection then has no owner, and an error of it would end the process.
 */
const openingOf = (signal: AbortSignal) => {
  const opening = new AbortController();
  const stop = () => opening.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  return {
    signal: opening.signal,
    answered: (incoming: IncomingMessage) => {
      signal.removeEventListener("abort", stop);
      signal.addEventListener("abort", () => incoming.destroy(), { once: true });
    },
  };
};

/** An aborted request fails with the reason of its signal, as any other `fetch` does. */
const throwReason = (error: unknown, signal: AbortSignal): never => {
  throw signal.aborted ? signal.reason : error;
};

const asResponse = (incoming: IncomingMessage, signal: AbortSignal): Response => {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headersDistinct)) {
    for (const each of value ?? []) headers.append(name, each);
  }
  if (WITHOUT_BODY.has(status)) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  return new Response(ReadableStream.from(limited(incoming, signal)), { status, headers });
};

async function* limited(incoming: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const countPiece = createPieceLimit(incoming);
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      countPiece(part.length);
      if (bytes > MAX_STREAMED_BYTES) throw new Error(`the answer is longer than ${MAX_STREAMED_BYTES} bytes`);
      yield part;
    }
    // An aborted body that nobody has read would look like a complete one.
    signal.throwIfAborted();
  } catch (error) {
    incoming.destroy();
    throwReason(error, signal);
  } finally {
    keepConnection(incoming);
  }
}

/**
 * Reads the rest of an answer that nobody needs any more, so that its connection is kept for the next request: the client of models
 * stops reading just before the end. When the rest is long, the connection is closed.
 */
const keepConnection = (incoming: IncomingMessage): void => {
  if (incoming.readableEnded || incoming.destroyed) return;
  setTimeout(() => incoming.destroy(), REST_WITHIN_MS).unref();
  // Nobody reads the answer any more; without a listener its error would end the process.
  incoming.on("error", () => {});
  let restBytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    restBytes += chunk.length;
    if (restBytes > LONGEST_REST_BYTES) incoming.destroy();
  });
  incoming.resume();
};
