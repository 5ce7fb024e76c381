import ipaddr from "ipaddr.js";
import { METADATA_ADDRESSES, mayReach } from "../../domain/tool/reachable-addresses.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";

const METADATA = METADATA_ADDRESSES.map((address) => ipaddr.parse(address).toNormalizedString());
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Tells whether an organization's request may go to an address, in the spelling of a resolver or a socket. An IPv4
 * address inside an IPv6 one counts as that IPv4 address where the mapping is certain, and is refused where it is
 * translated.
 */
export const isAllowedAddress = (address: string, policy: OutboundPolicy, hostName?: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const isInNetwork = policy.networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
  );
  return mayReach({
    isMetadata: METADATA.includes(parsed.toNormalizedString()),
    isAllowed: isInNetwork || (hostName !== undefined && policy.hosts.has(hostName)),
    isPublic: parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6)),
  });
};
