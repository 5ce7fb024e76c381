import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import {
  findTrunkProblem,
  MEDIA_ENCRYPTIONS,
  SIP_TRANSPORTS,
  USUAL_MEDIA_ENCRYPTION,
  USUAL_SIP_TRANSPORT,
} from "../../../domain/call/sip-trunk.ts";

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const ADDRESS = /^([a-z0-9.-]+)(:[1-9]\d{0,4})?$/i;

const isAddress = (text: string): boolean => {
  const [, host = "", port = ""] = ADDRESS.exec(text) ?? [];
  return HOST.test(host) && Number(port.slice(1)) <= 65_535;
};

const NETWORK = z.union([z.cidrv4(), z.ipv4()]);
const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const settings = z.object({
  address: z
    .string()
    .refine(isAddress, "The address is a host name or an IPv4 address, with or without a port: sip.example.com:5060"),
  transport: z.enum(SIP_TRANSPORTS, "The transport is udp, tcp or tls").default(USUAL_SIP_TRANSPORT),
  username: z.string().max(255).default(""),
  password: z.string().max(255).default(""),
  from_host: z.union([z.literal(""), z.string().regex(HOST, "The host of the From header is a host name")]).default(""),
  media_encryption: z
    .enum(MEDIA_ENCRYPTIONS, "The encryption of sound is disable, allow or require")
    .default(USUAL_MEDIA_ENCRYPTION),
  inbound_addresses: z
    .string()
    .refine(
      (text) => listOf(text).every((part) => NETWORK.safeParse(part).success),
      "The addresses that calls come from are IPv4 addresses or networks, separated by commas: 203.0.113.7, 198.51.100.0/24",
    )
    .default(""),
  inbound_username: z.string().max(255).default(""),
  inbound_password: z.string().max(255).default(""),
});

export type SipSettings = z.output<typeof settings>;

/** Reads how a trunk is reached; returns a sentence when the settings are not possible. */
export const readSipSettings = (credentials: CarrierCredentials): SipSettings | { problem: string } => {
  const read = settings.safeParse(credentials);
  if (!read.success) return { problem: `${read.error.issues.map(({ message }) => message).join(". ")}.` };
  const problem = findTrunkProblem(read.data);
  return problem === null ? read.data : { problem };
};

/** Returns the host of the trunk, without its port. */
export const readTrunkHost = ({ address }: SipSettings): string => address.replace(/:\d+$/, "");

/**
 * Returns the networks from which calls come. All are written with their length, because LiveKit also believes a caller who only
 * claims to be at an address that is written without it.
 */
export const listCallerNetworks = ({ inbound_addresses }: SipSettings): string[] =>
  listOf(inbound_addresses).map((part) => (part.includes("/") ? part : `${part}/32`));
