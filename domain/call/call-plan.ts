import { canConverse, readGreeting } from "../agent/agent-definition.ts";
import type { AgentSettings } from "../agent/agent-settings.ts";
import type { Speech } from "../agent/agent-speech.ts";
import type { AgentVoice } from "../agent/agent-voice.ts";
import { SIMULATOR } from "../environment/sandbox.rules.ts";
import type { ConversationMode } from "./call-instructions.ts";
import type { CarrierCredentials } from "./carrier-credentials.ts";
import { chooseConversationMode } from "./conversation-mode.ts";

/** How the agent of a call talks and when it ends. */
export interface CallPlan {
  /** Null: the agent only says its greeting. */
  mode: ConversationMode | null;
  greeting: Speech;
  /** BCP 47. */
  language: string;
  /** Undefined: the carrier's default voice. */
  voice: AgentVoice | undefined;
  record: boolean;
  /** True where the agent behaves differently on a voicemail, so that the carrier must detect it. */
  detectMachine: boolean;
  /** A phone that rings for this long is not answered. */
  ringTimeoutSeconds: number;
  /** After this time the agent ends the call with a sentence. */
  agreedSeconds: number;
  /** After this time the carrier cuts the call off, should the agent's last words fail. */
  timeLimitSeconds: number;
}

export interface CallToPlan {
  definition: Readonly<Record<string, unknown>>;
  settings: AgentSettings;
  /** The call's own values for `{{variables}}`. */
  variables: Readonly<Record<string, unknown>>;
  direction: "inbound" | "outbound";
  /** Said instead of the greeting, such as a verification code. */
  words: string | null;
  /** Set for a call to a person who is to take a caller: it is a conversation, briefly, and never recorded. */
  leg?: { ringTimeoutSeconds: number } | null;
  carrier: { provider: string; conversation: ConversationMode };
  credentials: CarrierCredentials;
}

/** A phone that rings for this long is not answered. */
export const RING_TIMEOUT_SECONDS = 30;

/** The carrier cuts a conversation off so long after the time at which its agent ends it, should the agent's last words fail. */
const LAST_WORDS_SECONDS = 20;

/** Plans whether and how the agent of a call talks, from its definition, its configuration and its carrier. */
export const planCall = (call: CallToPlan): CallPlan => {
  const { definition, settings, credentials } = call;
  const leg = call.leg ?? null;
  // Inbound calls always have a conversation, also through the simulator.
  const account = call.direction === "inbound" || leg ? { ...credentials, conversations: true } : credentials;
  const mode = leg || canConverse(definition) ? chooseConversationMode(call.carrier, account) : null;
  const agreedSeconds = settings.max_call_duration;
  return {
    mode,
    greeting: call.words === null ? readGreeting(definition, call.variables) : { text: call.words, recordingId: null },
    language: settings.language,
    voice: settings.voice ?? undefined,
    record: mode !== null && leg === null && settings.call_recording_enabled,
    detectMachine:
      leg !== null || credentials["amd_enabled"] === true || settings.voicemail_detection?.enabled === true,
    ringTimeoutSeconds: leg?.ringTimeoutSeconds ?? RING_TIMEOUT_SECONDS,
    agreedSeconds,
    timeLimitSeconds: mode === null ? agreedSeconds : agreedSeconds + LAST_WORDS_SECONDS,
  };
};

/**
 * Tells whether the carrier has to get the agent's words from the platform while the call lasts. The simulator has the greeting of a
 * call without a conversation from the request to dial.
 */
export const isToSpeak = (
  { mode, greeting }: Pick<CallPlan, "mode" | "greeting">,
  { provider }: { provider: string },
) => mode !== null || (provider !== SIMULATOR && (greeting.text !== "" || greeting.recordingId !== null));

/** A call that is requested now is not wanted hours later, when a worker is back after an outage. */
export const DIAL_WITHIN_MINUTES = 5;
