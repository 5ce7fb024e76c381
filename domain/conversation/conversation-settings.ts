import type { AgentSettings } from "../agent/agent-settings.ts";
import { choosePhrases, type Phrases } from "./phrases.ts";

/** The settings of an agent's version for its conversations. */
export interface ConversationSettings {
  /** BCP 47. */
  language: string;
  maxDurationSeconds: number;
  /** After this silence the person is asked once, then the conversation ends. */
  idleSeconds: number;
  voicemail: Voicemail;
  /** What plays while a tool works, where the session can play it; null: nothing. */
  toolMusicRecordingId: string | null;
  phrases: Phrases;
  /** Names and words with their spelling; empty: none. */
  dictionary: string;
  /** Shortens earlier steps for the model. */
  compactsContext: boolean;
}

export type Voicemail =
  /** The agent talks as to a person. */
  { action: "ignore" } | { action: "hang_up" } | { action: "leave_message"; message: string };

export const readConversationSettings = (settings: AgentSettings): ConversationSettings => ({
  language: settings.language,
  maxDurationSeconds: settings.max_call_duration,
  idleSeconds: settings.max_user_idle_timeout,
  voicemail: voicemailOf(settings),
  toolMusicRecordingId: settings.tool_music_recording_id,
  phrases: choosePhrases(settings.language, settings.phrases ?? {}),
  dictionary: settings.dictionary.trim(),
  compactsContext: settings.context_compaction_enabled,
});

/** Reads what an agent does on a voicemail. */
const voicemailOf = ({ voicemail_detection: detection }: AgentSettings): Voicemail => {
  if (!detection?.enabled) return { action: "ignore" };
  return detection.action === "leave_message" && detection.message !== null
    ? { action: "leave_message", message: detection.message }
    : { action: "hang_up" };
};
