import { Agent as HttpAgent, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { WebSocket } from "ws";
import { KEPT_CONNECTIONS } from "../kept-connections.ts";
import { createGuardedFetch, type OpenExchange } from "./guarded-fetch.ts";
import { createGuardedLookup, type Resolve } from "./guarded-lookup.ts";
import { openGuardedSocket } from "./guarded-socket.ts";
import { openExchange } from "./open-exchange.ts";
import { toOutboundError } from "./outbound-failure.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import { readLimited } from "./read-limited.ts";
import { findUrlFault } from "./request-rules.ts";

export interface GuardedRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Covers everything from resolving the name to the last byte of the answer. */
  timeoutMs: number;
  /** The rest of a longer answer is not read. */
  maxResponseBytes: number;
}

export interface GuardedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** True when the answer was longer than `text`. */
  truncated: boolean;
}

/** Sends every request to an address that an organization gives: tools, webhooks, models. */
export interface GuardedRequests {
  /**
   * Sends one request, once, on a connection of its own. Redirects are returned like any other answer. Throws
   * `OutboundRequestError`, which says whether the request may have arrived.
   */
  send(request: GuardedRequest): Promise<GuardedResponse>;
  /**
   * A `fetch` with the same rules, for clients that take one; connections are kept open and answers stream. It follows
   * no redirect.
   */
  fetch: typeof fetch;
  /**
   * The same for requests whose repetition does no harm, as those to models: where a kept connection turns out to be closed, it sends
   * the request once more, on a connection of its own.
   */
  repeatingFetch: typeof fetch;
  /** Where requests to models are counted; unset: nowhere. */
  modelRequestSeconds?: {
    startTimer(labels: { provider: string; kind: string }): (labels: { outcome: string }) => unknown;
  };
  /**
   * Opens a WebSocket under the same rules; its caller limits how long that takes. Throws `OutboundRequestError` for an
   * address that is refused as it stands.
   */
  openSocket: OpenSocket;
  /** Returns why a URL would be refused when it is saved; null: it is accepted so far. */
  urlFault(url: string): string | null;
}

export type OpenSocket = (url: string, headers: Readonly<Record<string, string>>) => WebSocket;

/** Creates guarded requests; tests replace the machine's name resolution by `resolve`. */
export const createGuardedRequests = (policy: OutboundPolicy, resolve?: Resolve): GuardedRequests => {
  const lookup = createGuardedLookup(policy, resolve);
  const keeping = { ...KEPT_CONNECTIONS, lookup };
  const kept = { http: new HttpAgent(keeping), https: new HttpsAgent(keeping) };
  const open: OpenExchange = (outgoing, { isAlone = false } = {}) =>
    openExchange({ ...outgoing, policy, lookup, ...(!isAlone && { agents: kept }) });
  return {
    urlFault: (url) => findUrlFault(url, policy),
    fetch: createGuardedFetch(open),
    repeatingFetch: createGuardedFetch(open, { repeats: true }),
    openSocket: (url, headers) => openGuardedSocket(url, { headers, policy, lookup }),
    send: async ({ timeoutMs, maxResponseBytes, ...outgoing }) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const exchange = openExchange({ ...outgoing, policy, lookup, signal });
      try {
        const response = await exchange.response;
        const { text, truncated } = await readLimited(response, maxResponseBytes);
        return { status: response.statusCode ?? 0, headers: response.headers, body: text, truncated };
      } catch (error) {
        throw toOutboundError(error, { mayHaveArrived: exchange.mayHaveArrived(), timeoutMs, signal });
      }
    },
  };
};
