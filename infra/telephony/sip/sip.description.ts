import type { CarrierDescription } from "../carrier.ts";

export const sipDescription: CarrierDescription = {
  provider: "sip",
  displayName: "SIP trunk",
  connectivity: "sip",
  fields: [
    {
      name: "address",
      label: "Address",
      type: "string",
      required: true,
      sensitive: false,
      description: "Where the trunk takes calls: a host name or an IPv4 address, with or without a port.",
      placeholder: "sip.example.com:5060",
    },
    {
      name: "transport",
      label: "Transport",
      type: "string",
      required: false,
      sensitive: false,
      description: "udp, tcp or tls. Unset: udp.",
      placeholder: "udp",
    },
    {
      name: "username",
      label: "User name",
      type: "string",
      required: false,
      sensitive: false,
      description: "For digest authentication. Unset: the trunk knows the platform by its address.",
    },
    {
      name: "password",
      label: "Password",
      type: "password",
      required: false,
      sensitive: true,
      description: "For digest authentication; given together with the user name.",
    },
    {
      name: "from_host",
      label: "Host of the From header",
      type: "string",
      required: false,
      sensitive: false,
      description: "The domain that some trunks know their customer by. Unset: LiveKit SIP's own address.",
    },
    {
      name: "media_encryption",
      label: "Encryption of sound",
      type: "string",
      required: false,
      sensitive: false,
      description: "disable, allow or require SRTP; require needs the transport tls. Unset: disable.",
      placeholder: "disable",
    },
  ],
  docsUrl: null,
  // Nobody tells us a trunk's own limit; many refuse more than one new call a second.
  defaultCallsPerSecond: 1,
  needsCallerId: true,
  conversation: "relay",
  // The organization's own model speaks, and only its provider knows which voices it has.
  voiceProblem: () => null,
  speaksThrough: "media",
  takesNoCalls: true,
};
