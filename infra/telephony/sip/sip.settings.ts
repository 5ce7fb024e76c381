import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const ADDRESS = /^([a-z0-9.-]+)(:[1-9]\d{0,4})?$/i;

const isAddress = (text: string): boolean => {
  const [, host = "", port = ""] = ADDRESS.exec(text) ?? [];
  return HOST.test(host) && Number(port.slice(1)) <= 65_535;
};

const settings = z.object({
  address: z
    .string()
    .refine(isAddress, "The address is a host name or an IPv4 address, with or without a port: sip.example.com:5060"),
  transport: z.enum(["udp", "tcp", "tls"], "The transport is udp, tcp or tls").default("udp"),
  username: z.string().max(255).default(""),
  password: z.string().max(255).default(""),
  from_host: z.union([z.literal(""), z.string().regex(HOST, "The host of the From header is a host name")]).default(""),
  media_encryption: z
    .enum(["disable", "allow", "require"], "The encryption of sound is disable, allow or require")
    .default("disable"),
});

export type SipSettings = z.output<typeof settings>;

/** Reads how a trunk is reached; returns a sentence where the settings are not possible. */
export const readSipSettings = (credentials: CarrierCredentials): SipSettings | { problem: string } => {
  const read = settings.safeParse(credentials);
  if (!read.success) return { problem: `${read.error.issues.map(({ message }) => message).join(". ")}.` };
  const { username, password, transport, media_encryption } = read.data;
  if ((username === "") !== (password === ""))
    return { problem: "A user name and a password belong together: give both, or neither." };
  if (media_encryption === "require" && transport !== "tls")
    return {
      problem:
        "The key of encrypted sound travels in the signalling: with media_encryption require the transport must be tls.",
    };
  return read.data;
};
