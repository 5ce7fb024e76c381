import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { RequestGuards } from "../../http/load/request-guards.ts";
import { readHandshakeAddress } from "../../http/network-address.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

interface Handshake {
  request: IncomingMessage;
  socket: Duplex;
}

/**
 * Counts the opening of a connection by its address, beside the requests of that address, and returns whether it is within the limit.
 * Attempts in the same second after a refusal wait for the second's end.
 */
export const countHandshake = async (
  { config }: Pick<ApiDependencies, "config">,
  { limits, held }: Pick<RequestGuards, "limits" | "held">,
  { request, socket }: Handshake,
): Promise<boolean> => {
  const address = readHandshakeAddress(request, config.TRUST_PROXY);
  const known = limits.findRefusalOfAddress(address);
  if (!known) return (await limits.takeForAddress(address)).refusal === null;
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  await held.hold({ caller: address, ms: known.windowEndsInMs, signal: closed.signal });
  return false;
};
