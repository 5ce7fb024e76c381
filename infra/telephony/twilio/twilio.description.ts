import type { CarrierDescription } from "../carrier.ts";
import { findTwilioVoiceProblem } from "./twilio.voice.ts";

export const twilioDescription: CarrierDescription = {
  provider: "twilio",
  displayName: "Twilio",
  connectivity: "api",
  fields: [
    {
      name: "account_sid",
      label: "Account SID",
      type: "string",
      required: true,
      sensitive: true,
      description: "From the Twilio console; begins with AC.",
      placeholder: "ACxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    },
    {
      name: "auth_token",
      label: "Auth token",
      type: "password",
      required: true,
      sensitive: true,
      description: "Signs in to the account, and checks that callbacks are Twilio's own.",
    },
    {
      name: "amd_enabled",
      label: "Answering machine detection",
      type: "boolean",
      required: false,
      sensitive: false,
      description: "Detects answering machines when a call is answered. Twilio charges for it, call by call.",
    },
    {
      name: "turn_by_turn",
      label: "Turn by turn",
      type: "boolean",
      required: false,
      sensitive: false,
      description: "Converses by <Gather> instead of ConversationRelay, for accounts on which that is not enabled.",
    },
  ],
  docsUrl: "https://www.twilio.com/docs/voice/api/call-resource",
  // The limit of a new account; Twilio queues faster requests.
  defaultCallsPerSecond: 1,
  needsCallerId: true,
  conversation: "relay",
  voiceProblem: findTwilioVoiceProblem,
};
