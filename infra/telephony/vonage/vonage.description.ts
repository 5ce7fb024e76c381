import type { CarrierDescription } from "../carrier.ts";
import { findVonageVoiceProblem } from "./vonage.voice.ts";

export const vonageDescription: CarrierDescription = {
  provider: "vonage",
  displayName: "Vonage",
  connectivity: "api",
  textsByHand:
    "In the API settings of the Vonage dashboard, set “Default SMS Setting” to Messages API; otherwise texts from people do not come here.",
  fields: [
    {
      name: "api_key",
      label: "API key",
      // The application identifies the account here, because Vonage's requests name it too.
      type: "password",
      required: true,
      sensitive: true,
      description: "From the API settings of the Vonage dashboard.",
      placeholder: "a1b2c3d4",
    },
    {
      name: "api_secret",
      label: "API secret",
      type: "password",
      required: true,
      sensitive: true,
      description: "Signs in for numbers and for the application's settings.",
    },
    {
      name: "application_id",
      label: "Application ID",
      type: "string",
      required: true,
      sensitive: false,
      description: "The application with the Voice capability that calls are made with.",
      placeholder: "aaaaaaaa-bbbb-cccc-dddd-0123456789ab",
    },
    {
      name: "private_key",
      label: "Private key",
      type: "password",
      required: true,
      sensitive: true,
      description: "The application's private key: the whole PEM file, from BEGIN to END.",
    },
    {
      name: "signature_secret",
      label: "Signature secret",
      type: "password",
      required: false,
      neededToDial: true,
      sensitive: true,
      description:
        "Authenticates Vonage's requests. Without it nothing is dialled, because Vonage's answers could not be trusted.",
    },
    {
      name: "amd_enabled",
      label: "Answering machine detection",
      type: "boolean",
      required: false,
      sensitive: false,
      description: "Detects answering machines when a call is answered. Vonage charges for it, call by call.",
    },
  ],
  docsUrl: "https://developer.vonage.com/en/api/voice",
  defaultCallsPerSecond: 3,
  needsCallerId: true,
  conversation: "turn_webhook",
  voiceProblem: findVonageVoiceProblem,
};
