import { isIP } from "node:net";
import { isAllowedAddress } from "./address-rules.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";

const HOST_NAME = /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/;

/** Returns the host of a URL as it is resolved: lower case, without brackets and the dot at the end. */
export const readHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** Returns why a URL cannot be requested; null: it can. An address is checked here, a name when it is resolved. */
export const findUrlFault = (text: string, policy: OutboundPolicy): string | null => {
  const url = URL.parse(text);
  if (!url) return "This is not a URL; give one such as https://api.example.com/path";
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "Only http:// and https:// addresses can be requested";
  if (url.username !== "" || url.password !== "") {
    return "Leave user and password out of the URL; store them as a credential";
  }
  const host = readHost(url);
  if (!isIP(host) && !HOST_NAME.test(host)) return `${JSON.stringify(host)} is not the name of a host`;
  if (isIP(host) && !isAllowedAddress(host, policy)) return describeRefusal(host);
  if (isLocalName(host) && !policy.hosts.has(host) && policy.networks.length === 0) return describeRefusal(host);
  return null;
};

const isLocalName = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");

export const describeRefusal = (host: string): string =>
  `${host} is inside a private network, which requests may not reach. Give a public address, or ask the operator of Ringdown to add it to OUTBOUND_ALLOWED_NETWORKS`;
