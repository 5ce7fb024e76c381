import type { AgentSettings } from "../agent/agent-settings.ts";
import { type Phrases, phrasesOf } from "./phrases.ts";

/** How an agent's version wants its conversations held. */
export interface ConversationSettings {
  /** BCP 47. */
  language: string;
  maxDurationSeconds: number;
  /** After so long without a word the person is asked once, then the conversation ends. */
  idleSeconds: number;
  voicemail: Voicemail;
  phrases: Phrases;
  /** Names and words as they are spelled; empty: none. */
  dictionary: string;
  /** Whether the model is told less of earlier steps. */
  compactsContext: boolean;
}

export type Voicemail =
  /** Talks as if to a person. */
  { action: "ignore" } | { action: "hang_up" } | { action: "leave_message"; message: string };

export const conversationSettings = (settings: AgentSettings): ConversationSettings => ({
  language: settings.language,
  maxDurationSeconds: settings.max_call_duration,
  idleSeconds: settings.max_user_idle_timeout,
  voicemail: voicemailOf(settings),
  phrases: phrasesOf(settings.language, settings.phrases ?? {}),
  dictionary: settings.dictionary.trim(),
  compactsContext: settings.context_compaction_enabled,
});

/** What an agent does on a voicemail. */
const voicemailOf = ({ voicemail_detection: detection }: AgentSettings): Voicemail => {
  if (!detection?.enabled) return { action: "ignore" };
  return detection.action === "leave_message" && detection.message !== null
    ? { action: "leave_message", message: detection.message }
    : { action: "hang_up" };
};
