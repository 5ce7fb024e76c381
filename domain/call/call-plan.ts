import type { Speech } from "../agent/speech.ts";
import { canConverse, greetingOf } from "../agent/agent-definition.ts";
import type { AgentSettings } from "../agent/agent-settings.ts";
import type { ConversationMode } from "./call-instructions.ts";
import type { AgentVoice } from "../agent/agent-voice.ts";
import type { CarrierCredentials } from "./carrier-credentials.ts";
import { conversationModeOf } from "./conversation-mode.ts";

/** How the agent of a call talks. */
export interface CallPlan {
  /** Null: it says its greeting, and that is all. */
  mode: ConversationMode | null;
  greeting: Speech;
  /** BCP 47. */
  language: string;
  /** Undefined: the carrier's usual one. */
  voice: AgentVoice | undefined;
  record: boolean;
  /** Whether the agent does something else on a voicemail, which the carrier is asked to find out. */
  detectMachine: boolean;
  /** How long the agent may talk; it ends the call in words. */
  agreedSeconds: number;
  /** When the carrier cuts the call off, should the agent's last words fail. */
  timeLimitSeconds: number;
}

export interface CallToPlan {
  definition: Readonly<Record<string, unknown>>;
  settings: AgentSettings;
  /** What is true of this one call. */
  variables: Readonly<Record<string, unknown>>;
  direction: "inbound" | "outbound";
  /** Said instead of the greeting: a verification code. */
  words: string | null;
  carrier: { provider: string; conversation: ConversationMode };
  credentials: CarrierCredentials;
}

const LAST_WORDS_SECONDS = 20;

/** Whether and how the agent of a call talks, from its definition, its configuration and its carrier. */
export const planCall = (call: CallToPlan): CallPlan => {
  const { definition, settings, credentials } = call;
  // People who call want to talk, also through the simulator.
  const account = call.direction === "inbound" ? { ...credentials, conversations: true } : credentials;
  const mode = canConverse(definition) ? conversationModeOf(call.carrier, account) : null;
  const agreedSeconds = settings.max_call_duration;
  return {
    mode,
    greeting: call.words === null ? greetingOf(definition, call.variables) : { text: call.words, recordingId: null },
    language: settings.language,
    voice: settings.voice ?? undefined,
    record: mode !== null && settings.call_recording_enabled,
    detectMachine: credentials["amd_enabled"] === true || settings.voicemail_detection?.enabled === true,
    agreedSeconds,
    timeLimitSeconds: mode === null ? agreedSeconds : agreedSeconds + LAST_WORDS_SECONDS,
  };
};
