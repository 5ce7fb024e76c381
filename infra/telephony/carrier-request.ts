import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { readRetryAfter } from "../../domain/time/retry-after.rules.ts";
import { KEPT_CONNECTIONS } from "../kept-connections.ts";
import { readBody } from "./read-carrier-body.ts";

export interface OutgoingRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs: number;
  /** The request is given up unless it was sent within this time; its answer may take longer. */
  sentWithinMs?: number;
  /** Set where a repetition does no harm: the connection is kept, like that of a GET. */
  keepsConnection?: true;
  /** Set where a process that stops need not wait for the answer. */
  isLeftAtExit?: true;
}

export type RequestResult =
  | { kind: "response"; status: number; headers: IncomingMessage["headers"]; body: string }
  /** No complete answer arrived: the other side may have acted on the request. */
  | { kind: "no_response"; detail: string };

const MAX_RESPONSE_BYTES = 4 * MEGABYTE;

const agents = { http: new HttpAgent(KEPT_CONNECTIONS), https: new HttpsAgent(KEPT_CONNECTIONS) };

/**
 * Sends one HTTP request, once, and never throws. `timeoutMs` covers everything from connecting to the last byte. Built on
 * `node:http` because a call must be requested at most once: `fetch` follows redirects of a POST and repeats it by itself on 421,
 * and carriers' own clients retry. Requests that dial use a connection of their own: a kept-alive one may be closed by the other
 * side at the moment it is used, and then nobody knows whether the call was dialled.
 */
export const sendOnce = async (outgoing: OutgoingRequest): Promise<RequestResult> => {
  const signal = AbortSignal.timeout(outgoing.timeoutMs);
  try {
    return await exchange(outgoing, signal);
  } catch (error) {
    // A time-out may appear as a reset connection, which this process has reset.
    const detail = signal.aborted ? `no answer within ${outgoing.timeoutMs} ms` : describeFailure(error);
    return { kind: "no_response", detail };
  }
};

const exchange = async (outgoing: OutgoingRequest, signal: AbortSignal): Promise<RequestResult> => {
  const response = await openResponse(outgoing, { signal });
  const body = await readBody(response, MAX_RESPONSE_BYTES);
  return { kind: "response", status: response.statusCode ?? 0, headers: response.headers, body };
};

/** Sends the request and resolves when the answer begins; `silenceMs` is the longest silence before and within it. */
const openResponse = (
  outgoing: Omit<OutgoingRequest, "timeoutMs">,
  { signal, silenceMs }: { signal?: AbortSignal; silenceMs?: number },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const secure = new URL(outgoing.url).protocol === "https:";
    const keepsConnection = outgoing.method === "GET" || outgoing.keepsConnection;
    const body = outgoing.body === undefined ? undefined : Buffer.from(outgoing.body);
    const options = {
      method: outgoing.method,
      headers: { ...outgoing.headers, ...(body && { "content-length": body.length }) },
      agent: keepsConnection ? agents[secure ? "https" : "http"] : false,
      ...(signal && { signal }),
    } as const;
    const sent = secure ? httpsRequest(outgoing.url, options) : httpRequest(outgoing.url, options);
    if (silenceMs !== undefined)
      sent.setTimeout(silenceMs, () => sent.destroy(new Error(`no answer within ${silenceMs} ms`)));
    if (outgoing.sentWithinMs !== undefined) giveUpUnlessSent(sent, outgoing.sentWithinMs);
    if (outgoing.isLeftAtExit) sent.on("socket", (socket) => socket.unref());
    sent.on("error", reject);
    sent.on("response", resolve);
    sent.end(body);
  });

const giveUpUnlessSent = (sent: ClientRequest, withinMs: number): void => {
  const timer = setTimeout(() => sent.destroy(new Error(`the request did not leave within ${withinMs} ms`)), withinMs);
  sent.once("finish", () => clearTimeout(timer));
  sent.once("close", () => clearTimeout(timer));
};

export type OpenedResult =
  | { kind: "response"; status: number; headers: IncomingMessage["headers"]; stream: Readable }
  | { kind: "no_response"; detail: string };

/**
 * Sends one GET, once, and returns the answer's body unread; never throws. `timeoutMs` is the longest silence, before
 * the answer and within it: then the stream fails. A caller that does not read the stream must destroy it.
 */
export const openOnce = async ({
  timeoutMs,
  ...outgoing
}: Omit<OutgoingRequest, "method" | "body">): Promise<OpenedResult> => {
  try {
    const stream = await openResponse({ ...outgoing, method: "GET" }, { silenceMs: timeoutMs });
    return { kind: "response", status: stream.statusCode ?? 0, headers: stream.headers, stream };
  } catch (error) {
    return { kind: "no_response", detail: describeFailure(error) };
  }
};

const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? `${error.code}: ${error.message}` : error.message;
};

/** Returns the `Authorization` header of HTTP's basic authentication. */
export const buildBasicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** Returns the delay of `Retry-After` in whole seconds, at least 1 and at most an hour. */
export const readRetryAfterSeconds = (header: string | undefined, now = new Date()): number =>
  Math.max(1, Math.ceil(readRetryAfter(header, now) ?? 1));
