import { isIP } from "node:net";
import { isAllowedAddress } from "./address-rules.ts";
import type { OutboundPolicy } from "./outbound-policy.ts";

const HOST_NAME = /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a value may not hold.
const FORBIDDEN_IN_VALUE = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;
const LONGEST_HEADER = 8192;
/** They say where a request ends and who it is for: only we set them. */
const OURS = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "accept-encoding",
]);

/** The host of a URL as it is resolved: lower case, without brackets and the dot at the end. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** Why a URL cannot be requested, or null. A name is resolved when it is used; an address is judged here. */
export const urlFault = (text: string, policy: OutboundPolicy): string | null => {
  const url = URL.parse(text);
  if (!url) return "This is not a URL; give one such as https://api.example.com/path";
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "Only http:// and https:// addresses can be requested";
  if (url.username !== "" || url.password !== "") {
    return "Leave user and password out of the URL; store them as a credential";
  }
  const host = hostOf(url);
  if (!isIP(host) && !HOST_NAME.test(host)) return `${JSON.stringify(host)} is not the name of a host`;
  if (isIP(host) && !isAllowedAddress(host, policy)) return refusedSentence(host);
  if (isLocalName(host) && !policy.hosts.has(host) && policy.networks.length === 0) return refusedSentence(host);
  return null;
};

const isLocalName = (host: string): boolean => host === "localhost" || host.endsWith(".localhost");

export const refusedSentence = (host: string): string =>
  `${host} is inside a private network, which requests may not reach. Give a public address, or have whoever runs Ringdown add it to OUTBOUND_ALLOWED_NETWORKS`;

/** Why a header cannot be sent, or null. */
export const headerFault = (name: string, value: string): string | null => {
  if (!HEADER_NAME.test(name)) return `${JSON.stringify(name)} is not the name of a header`;
  const lowerCase = name.toLowerCase();
  if (OURS.has(lowerCase) || lowerCase.startsWith("proxy-")) return `The header ${name} is set by Ringdown itself`;
  if (value.length > LONGEST_HEADER) return `The header ${name} is longer than ${LONGEST_HEADER} characters`;
  if (FORBIDDEN_IN_VALUE.test(value)) return `The header ${name} holds a character that no header may hold`;
  return null;
};
