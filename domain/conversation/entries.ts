import type { ChatMessage } from "../model/chat-model.ts";

/**
 * Whose entry it is. `supervisor`: words of somebody who has taken the call over, in the agent's voice; `whisper`: of one who tells
 * the agent something that the person does not hear.
 */
export const ENTRY_SPEAKERS = ["agent", "person", "tool", "step", "supervisor", "whisper"] as const;
export type EntrySpeaker = (typeof ENTRY_SPEAKERS)[number];

/** An event of a conversation; entries are kept in order. */
export type ConversationEntry =
  /** One sentence; `heard` is the part that was heard, null: all of it. */
  | { speaker: "agent"; text: string; heard: string | null }
  /** The person's words, or, in parentheses, an event on their side. */
  | { speaker: "person"; text: string; id?: number; at?: string }
  | SupervisorEntry
  /** A function that the model called: an edge that was taken, or a tool. */
  | { speaker: "step" | "tool"; call: FunctionCall };

/** Words of a supervisor, said to the person or whispered to the agent. */
interface SupervisorEntry {
  speaker: "supervisor" | "whisper";
  text: string;
  id?: number;
}

export interface FunctionCall {
  id: string;
  name: string;
  /** JSON. */
  arguments: string;
  /** The result for the model; null while a tool has not answered. */
  result: string | null;
  /** The id of the tool call's row. */
  toolCallId?: string;
  /** The id of the request to people. */
  requestId?: number;
}

export interface NewEntry {
  /** A whisper is written beside the turns. */
  speaker: Exclude<EntrySpeaker, "whisper">;
  text: string;
  nodeId: string | null;
  toolCallId?: string;
  details?: Record<string, unknown>;
}

/** The function by which a model is told what a supervisor said: no words of a person can look like its answer. */
export const SUPERVISOR_FUNCTION = "read_supervisor_notes";

const noteOf = ({ speaker, text, id }: SupervisorEntry, place: number): ChatMessage => ({
  role: "function",
  id: `note_${id ?? place}`,
  name: SUPERVISOR_FUNCTION,
  arguments: "{}",
  result: JSON.stringify(
    speaker === "whisper"
      ? { note: text, rule: "Only you can read this. Go by it in your next words, and do not mention it." }
      : { said_to_the_person: text, by: "a colleague who had taken the call over" },
  ),
});

/** Answers of an organization's tools are cut to this; our own answers are limited where they are made. */
const LONGEST_RESULT = 8_000;
const NO_RESULT = JSON.stringify({ error: "The result of this request is unknown. Do not repeat it unasked." });

/** Returns the messages for a model from the entries so far; of the agent's words only what was heard. */
export const toChatMessages = (entries: readonly ConversationEntry[]): ChatMessage[] => {
  const messages: ChatMessage[] = [];
  for (const entry of entries) {
    const last = messages.at(-1);
    if (entry.speaker === "agent") {
      const text = entry.heard ?? entry.text;
      if (text === "") continue;
      if (last?.role === "agent") last.text += ` ${text}`;
      else messages.push({ role: "agent", text });
    } else if (entry.speaker === "person") {
      messages.push({ role: "person", text: entry.text });
    } else if ("call" in entry) {
      const { call } = entry;
      const whole = call.result ?? NO_RESULT;
      const result = call.toolCallId ? whole.slice(0, LONGEST_RESULT) : whole;
      messages.push({ role: "function", id: call.id, name: call.name, arguments: call.arguments, result });
    } else {
      messages.push(noteOf(entry, messages.length));
    }
  }
  return messages;
};
