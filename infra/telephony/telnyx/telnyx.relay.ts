import type { AgentVoice } from "../../../domain/agent/agent-voice.ts";
import { findTelnyxVoice } from "./telnyx.voice.ts";

export interface RelaySession {
  webSocketUrl: string;
  /** BCP 47, of speech and recognition. */
  language: string;
  interruptible: boolean;
  voice?: AgentVoice;
  /** Said before the first text comes over the WebSocket. */
  greeting?: string;
}

/** Returns the settings of a relay, the same within `dial` and `answer`, and as a separate command. */
export const buildRelayConfig = ({ webSocketUrl, language, interruptible, voice, greeting }: RelaySession) => {
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
