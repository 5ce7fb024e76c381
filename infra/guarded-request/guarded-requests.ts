import { Agent as HttpAgent, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { type Resolve, guardedLookup } from "./guarded-lookup.ts";
import { openExchange } from "./open-exchange.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import { asOutboundError } from "./outbound-failure.ts";
import { readLimited } from "./read-limited.ts";
import { urlFault } from "./request-rules.ts";
import { guardedFetch } from "./guarded-fetch.ts";

export interface GuardedRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** From resolving the name to the last byte of the answer. */
  timeoutMs: number;
  /** More than this of an answer is not read. */
  maxResponseBytes: number;
}

export interface GuardedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** Whether the answer was longer than what is here. */
  truncated: boolean;
}

/** The one way to addresses that organizations give: tools, webhooks, models. */
export interface GuardedRequests {
  /**
   * Sends one request, once, on a connection of its own. Redirects are answers like any other. Throws
   * `OutboundRequestError`, which says whether the request may have arrived.
   */
  send(request: GuardedRequest): Promise<GuardedResponse>;
  /** The same rules as a `fetch`, for clients that take one; connections are kept open and answers stream. Follows no redirect. */
  fetch: typeof fetch;
  /** Why a URL would be refused, for whoever saves one; null when nothing speaks against it yet. */
  urlFault(url: string): string | null;
}

/** `resolve` stands in for the machine's name resolution in tests. */
export const createGuardedRequests = (policy: OutboundPolicy, resolve?: Resolve): GuardedRequests => {
  const lookup = guardedLookup(policy, resolve);
  const kept = { http: new HttpAgent({ keepAlive: true, lookup }), https: new HttpsAgent({ keepAlive: true, lookup }) };
  return {
    urlFault: (url) => urlFault(url, policy),
    fetch: guardedFetch((outgoing) => openExchange({ ...outgoing, policy, lookup, agents: kept })),
    send: async ({ timeoutMs, maxResponseBytes, ...outgoing }) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const exchange = openExchange({ ...outgoing, policy, lookup, signal });
      try {
        const response = await exchange.response;
        const { text, truncated } = await readLimited(response, maxResponseBytes);
        return { status: response.statusCode ?? 0, headers: response.headers, body: text, truncated };
      } catch (error) {
        throw asOutboundError(error, { mayHaveArrived: exchange.mayHaveArrived(), timeoutMs, signal });
      }
    },
  };
};
