import ipaddr from "ipaddr.js";
import type { OutboundPolicy } from "./outbound-policy.ts";

/**
 * Addresses of cloud metadata services, which hold a machine's own credentials; one of them is public. No setting
 * allows these.
 */
const METADATA = [
  "169.254.169.254",
  "169.254.170.2",
  "168.63.129.16",
  "100.100.100.200",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
].map((address) => ipaddr.parse(address).toNormalizedString());
const GLOBAL_IPV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Tells whether an organization's request may go to an address, in the spelling of a resolver or a socket. An IPv4
 * address inside an IPv6 one counts as that IPv4 address where the mapping is certain, and is refused where it is
 * translated.
 */
export const isAllowedAddress = (address: string, policy: OutboundPolicy, hostName?: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (METADATA.includes(parsed.toNormalizedString())) return false;
  if (hostName !== undefined && policy.hosts.has(hostName)) return true;
  if (policy.networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))) {
    return true;
  }
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
};
