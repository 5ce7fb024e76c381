import type { IncomingMessage } from "node:http";
import type { Request } from "express";
import ipaddr from "ipaddr.js";

/** The caller of a request, as limits count it, behind the number of proxies in TRUST_PROXY. */
export const readNetworkAddress = (request: Pick<Request, "ip">): string => toCallerNetwork(request.ip ?? "unknown");

/** The same for the opening of a WebSocket, which Express does not see; `proxies`: TRUST_PROXY. */
export const readHandshakeAddress = (
  { headers, socket }: Pick<IncomingMessage, "headers"> & { socket: { remoteAddress?: string | undefined } },
  proxies: number,
): string => {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const named = forwarded.map((address) => address.trim()).filter((address) => address !== "");
  const nearestFirst = [socket.remoteAddress ?? "unknown", ...named.reverse()];
  return toCallerNetwork(nearestFirst[Math.min(proxies, nearestFirst.length - 1)] ?? "unknown");
};

/**
 * Returns the part of an address that one caller cannot change: an IPv4 address, however it is written, and the network of an IPv6
 * address, because every line and every rented machine has a /64 to itself and could use each of its addresses once.
 */
export const toCallerNetwork = (ip: string): string => {
  if (!ip.includes(":") || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
};
