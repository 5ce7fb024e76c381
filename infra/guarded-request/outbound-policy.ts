import ipaddr from "ipaddr.js";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The addresses besides public ones that organizations' requests may reach. */
export interface OutboundPolicy {
  networks: readonly Network[];
  /** Names in lower case whose addresses are all allowed. */
  hosts: ReadonlySet<string>;
}

/** Allows public addresses only. */
export const publicOnly: OutboundPolicy = { networks: [], hosts: new Set() };

const HOST_NAME = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/**
 * Reads networks (`10.0.0.0/8`), addresses and host names, separated by commas. Throws a sentence for anything else.
 */
export const readOutboundPolicy = (text: string): OutboundPolicy => {
  const networks: Network[] = [];
  const hosts = new Set<string>();
  for (const entry of text.split(",").map((part) => part.trim().toLowerCase())) {
    if (entry === "") continue;
    const network = networkOf(entry);
    if (network) networks.push(network);
    else if (HOST_NAME.test(entry) && !/^[\d.]+$/.test(entry)) hosts.add(entry);
    else throw new Error(`${entry} is neither a network such as 10.0.0.0/8, nor an address, nor a host name`);
  }
  return { networks, hosts };
};

const networkOf = (entry: string): Network | undefined => {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.IPv4.isValidFourPartDecimal(entry) && !ipaddr.IPv6.isValid(entry)) return undefined;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
};
