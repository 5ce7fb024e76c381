import type { CarrierDescription } from "../carrier.ts";
import { findTelnyxVoiceProblem } from "./telnyx.voice.ts";

export const telnyxDescription: CarrierDescription = {
  provider: "telnyx",
  displayName: "Telnyx",
  connectivity: "api",
  fields: [
    {
      name: "api_key",
      label: "API key",
      type: "password",
      required: true,
      sensitive: true,
      description: "A V2 API key, from API Keys in the Telnyx portal; begins with KEY.",
      placeholder: "KEYxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_xxxxxxxxxxxxxxxxxxxxxx",
    },
    {
      name: "connection_id",
      label: "Voice API application ID",
      type: "string",
      required: true,
      sensitive: false,
      description:
        "The Voice API application that calls are made with. An outbound voice profile must be assigned to it.",
      placeholder: "1293384261075731499",
    },
    {
      name: "webhook_public_key",
      label: "Public key",
      type: "string",
      required: true,
      sensitive: false,
      namesAccount: false,
      description: "Checks that events are Telnyx's own; without it none is believed. Under Public Key in the portal.",
    },
    {
      name: "amd_enabled",
      label: "Answering machine detection",
      type: "boolean",
      required: false,
      sensitive: false,
      description: "Detects answering machines when a call is answered. Telnyx charges for it, call by call.",
    },
  ],
  docsUrl: "https://developers.telnyx.com/docs/voice/programmable-voice",
  // 30 dials a second, counted as 150 within any five seconds.
  defaultCallsPerSecond: 30,
  needsCallerId: true,
  conversation: "relay",
  hearsByRelayAlone: true,
  voiceProblem: findTelnyxVoiceProblem,
};
