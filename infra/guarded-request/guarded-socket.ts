import type { LookupFunction } from "node:net";
import { WebSocket } from "ws";
import { KILOBYTE } from "../../domain/file/bytes.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";
import { OutboundRequestError } from "./outbound-request-error.ts";
import { findUrlFault } from "./request-rules.ts";

const MAX_MESSAGE_BYTES = 256 * KILOBYTE;

/** Opens a WebSocket at an address that an organization gives. Throws where no request may go there. */
export const openGuardedSocket = (
  url: string,
  {
    headers,
    policy,
    lookup,
  }: { headers: Readonly<Record<string, string>>; policy: OutboundPolicy; lookup: LookupFunction },
): WebSocket => {
  const fault = findUrlFault(url.replace(/^ws/, "http"), policy);
  if (fault) throw new OutboundRequestError("url_invalid", fault);
  return new WebSocket(url, {
    headers,
    lookup,
    maxPayload: MAX_MESSAGE_BYTES,
    // A small compressed message could become large in memory.
    perMessageDeflate: false,
  });
};
