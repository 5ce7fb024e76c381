import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import { findTelnyxVoice } from "./telnyx.voice.ts";

export interface RelaySession {
  webSocketUrl: string;
  /** BCP 47, of what is said and of what is heard. */
  language: string;
  interruptible: boolean;
  voice?: AgentVoice;
  /** Said before the first words come over the WebSocket. */
  greeting?: string;
}

/** The settings of a relay, alike within `dial` and `answer`, and as a command of their own. */
export const relayConfig = ({ webSocketUrl, language, interruptible, voice, greeting }: RelaySession) => {
  const interruption = interruptible ? "any" : "none";
  const spokenBy = findTelnyxVoice(voice, language);
  return {
    url: webSocketUrl,
    language,
    dtmf_detection: true,
    interruptible: interruption,
    ...(spokenBy.voice !== null && { voice: spokenBy.voice }),
    ...(spokenBy.settings && { voice_settings: spokenBy.settings }),
    ...(greeting && { greeting, interruptible_greeting: interruption }),
  };
};
