import type { Request } from "express";
import ipaddr from "ipaddr.js";

/** The caller of a request, as limits count it, behind the number of proxies in TRUST_PROXY. */
export const readNetworkAddress = (request: Pick<Request, "ip">): string => toCallerNetwork(request.ip ?? "unknown");

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
