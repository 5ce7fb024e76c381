import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { type Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { findHeaderFault } from "../../domain/tool/header-fault.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import { OutboundRequestError } from "./outbound-request-error.ts";
import { findUrlFault } from "./request-rules.ts";

export interface Outgoing {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Buffer | undefined;
  signal?: AbortSignal | undefined;
}

export interface Exchange {
  response: Promise<IncomingMessage>;
  /** Tells whether it uses a connection that was kept from an earlier request: the other side may have closed it meanwhile. */
  isOnKeptConnection(): boolean;
  /** Tells whether a connection was open, so that the other side may have received the request. */
  mayHaveArrived(): boolean;
}

/** Checks and sends one request. Without `agents` it uses a connection of its own. */
export const openExchange = (
  outgoing: Outgoing & {
    policy: OutboundPolicy;
    lookup: LookupFunction;
    agents?: { http: HttpAgent; https: HttpsAgent };
  },
): Exchange => {
  let connected = false;
  let isKept = false;
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    refuseFaults(outgoing);
    const { method, url, lookup, signal, agents } = outgoing;
    const secure = new URL(url).protocol === "https:";
    const body = typeof outgoing.body === "string" ? Buffer.from(outgoing.body) : outgoing.body;
    const headers = {
      ...outgoing.headers,
      // Compressed answers are not requested: a small one could become large in memory.
      "accept-encoding": "identity",
      ...(body && { "content-length": body.length }),
    };
    const options = { method, headers, lookup, ...(signal && { signal }) };
    const sent = secure
      ? httpsRequest(url, { ...options, agent: agents?.https ?? false })
      : httpRequest(url, { ...options, agent: agents?.http ?? false });
    sent.on("socket", (socket) => {
      isKept = sent.reusedSocket;
      whenConnected(socket, secure, () => (connected = true));
    });
    sent.on("error", reject);
    sent.on("response", resolve);
    sent.end(body);
  });
  return { response, isOnKeptConnection: () => isKept, mayHaveArrived: () => connected };
};

const refuseFaults = ({ url, headers, policy }: Outgoing & { policy: OutboundPolicy }): void => {
  const fault = findUrlFault(url, policy);
  if (fault) throw new OutboundRequestError("url_invalid", fault);
  for (const [name, value] of Object.entries(headers ?? {})) {
    const wrong = findHeaderFault(name, value);
    if (wrong) throw new OutboundRequestError("header_invalid", wrong);
  }
};

const whenConnected = (socket: Socket, secure: boolean, note: () => void): void => {
  // The connection was kept from an earlier request and is open already.
  if (!socket.connecting) return note();
  socket.once(secure ? "secureConnect" : "connect", note);
};
