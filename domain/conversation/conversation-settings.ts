import { maxCallDurationSeconds } from "../agent/agent-definition.ts";
import { type Phrases, phrasesOf } from "./phrases.ts";

/** How an agent's version wants its conversations held, with the defaults of what it does not say. */
export interface ConversationSettings {
  /** BCP 47. */
  language: string;
  maxDurationSeconds: number;
  /** After so long without a word the person is asked once, then the conversation ends. */
  idleSeconds: number;
  voicemail: Voicemail;
  phrases: Phrases;
}

export type Voicemail =
  /** Talks as if to a person. */
  { action: "ignore" } | { action: "hang_up" } | { action: "leave_message"; message: string };

const DEFAULT_LANGUAGE = "en-US";
const DEFAULT_IDLE_SECONDS = 10;

/** Reads what the API let in as free JSON: of the wrong type counts as absent. */
export const readSettings = (configurations: Readonly<Record<string, unknown>>): ConversationSettings => {
  const language = textOf(configurations["language"]) ?? DEFAULT_LANGUAGE;
  const idle = configurations["max_user_idle_timeout"];
  return {
    language,
    maxDurationSeconds: maxCallDurationSeconds(configurations),
    idleSeconds: typeof idle === "number" && idle > 0 ? idle : DEFAULT_IDLE_SECONDS,
    voicemail: readVoicemail(configurations["voicemail_detection"]),
    phrases: phrasesOf(language, recordOf(configurations["phrases"])),
  };
};

const DEFAULT_TEXT_INACTIVITY_SECONDS = 1800;

/** After so long without a message a session in text ends. */
export const textInactivitySeconds = (configurations: Readonly<Record<string, unknown>>): number => {
  const seconds = configurations["text_chat_inactivity_timeout_seconds"];
  return typeof seconds === "number" && seconds > 0 ? seconds : DEFAULT_TEXT_INACTIVITY_SECONDS;
};

const readVoicemail = (value: unknown): Voicemail => {
  const voicemail = recordOf(value);
  if (voicemail["enabled"] !== true) return { action: "ignore" };
  const message = textOf(voicemail["message"]);
  return voicemail["action"] === "leave_message" && message
    ? { action: "leave_message", message }
    : { action: "hang_up" };
};

const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
