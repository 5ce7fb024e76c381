import type { CarrierDescription } from "../carrier.ts";
import { findPlivoVoiceProblem } from "./plivo.voice.ts";

export const plivoDescription: CarrierDescription = {
  provider: "plivo",
  displayName: "Plivo",
  connectivity: "api",
  fields: [
    {
      name: "auth_id",
      label: "Auth ID",
      type: "string",
      required: true,
      sensitive: true,
      description: "From the overview page of the Plivo console; begins with MA, or SA for a subaccount.",
      placeholder: "MAXXXXXXXXXXXXXXXXXX",
    },
    {
      name: "auth_token",
      label: "Auth token",
      type: "password",
      required: true,
      sensitive: true,
      description: "Signs in to the account, and checks that callbacks are Plivo's own.",
    },
    {
      name: "application_id",
      label: "Application ID",
      type: "string",
      required: false,
      sensitive: false,
      description: "The Plivo application that numbers are put on. Left empty, one is made for this installation.",
    },
    {
      name: "amd_enabled",
      label: "Answering machine detection",
      type: "boolean",
      required: false,
      sensitive: false,
      description: "Detects answering machines when a call is answered. Plivo charges for it, call by call.",
    },
  ],
  docsUrl: "https://www.plivo.com/docs/voice/api/calls",
  // The limit of a new account; Plivo queues faster requests.
  defaultCallsPerSecond: 2,
  needsCallerId: true,
  conversation: "turn_webhook",
  voiceProblem: findPlivoVoiceProblem,
};
