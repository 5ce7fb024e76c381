import {
  canConverse,
  greetingOf,
  languageOf,
  maxCallDurationSeconds,
  recordsCalls,
} from "../agent/agent-definition.ts";
import type { ConversationMode } from "./call-instructions.ts";
import type { CarrierCredentials } from "./carrier-credentials.ts";
import { conversationModeOf } from "./conversation-mode.ts";

/** How the agent of a call talks. */
export interface CallPlan {
  /** Null: it says its greeting, and that is all. */
  mode: ConversationMode | null;
  greeting: string;
  /** BCP 47. */
  language: string;
  record: boolean;
  /** How long the agent may talk; it ends the call in words. */
  agreedSeconds: number;
  /** When the carrier cuts the call off, should the agent's last words fail. */
  timeLimitSeconds: number;
}

export interface CallToPlan {
  definition: Readonly<Record<string, unknown>>;
  configurations: Readonly<Record<string, unknown>>;
  initialContext: Readonly<Record<string, unknown>>;
  direction: "inbound" | "outbound";
  /** Said instead of the greeting: a verification code. */
  words: string | null;
  carrier: { provider: string; conversation: ConversationMode };
  credentials: CarrierCredentials;
}

const LAST_WORDS_SECONDS = 20;

/** Whether and how the agent of a call talks, from its definition, its configuration and its carrier. */
export const planCall = (call: CallToPlan): CallPlan => {
  const { definition, configurations, credentials } = call;
  // People who call want to talk, also through the simulator.
  const settings = call.direction === "inbound" ? { ...credentials, conversations: true } : credentials;
  const mode = canConverse(definition) ? conversationModeOf(call.carrier, settings) : null;
  const agreedSeconds = maxCallDurationSeconds(configurations);
  return {
    mode,
    greeting: call.words ?? greetingOf(definition, call.initialContext),
    language: languageOf(configurations),
    record: mode !== null && recordsCalls(configurations),
    agreedSeconds,
    timeLimitSeconds: mode === null ? agreedSeconds : agreedSeconds + LAST_WORDS_SECONDS,
  };
};
