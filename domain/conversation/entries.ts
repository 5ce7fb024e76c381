import type { ChatMessage } from "../model/chat-model.ts";

/** An event of a conversation; entries are kept in order. */
export type ConversationEntry =
  /** One sentence; `heard` is the part that was heard, null: all of it. */
  | { speaker: "agent"; text: string; heard: string | null }
  /** The person's words, or, in parentheses, an event on their side. */
  | { speaker: "person"; text: string; id?: number; at?: string }
  /** A function that the model called: an edge that was taken, or a tool. */
  | { speaker: "step" | "tool"; call: FunctionCall };

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
  speaker: "agent" | "person" | "tool" | "step";
  text: string;
  nodeId: string | null;
  toolCallId?: string;
  details?: Record<string, unknown>;
}

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
    } else {
      const { call } = entry;
      const whole = call.result ?? NO_RESULT;
      const result = call.toolCallId ? whole.slice(0, LONGEST_RESULT) : whole;
      messages.push({ role: "function", id: call.id, name: call.name, arguments: call.arguments, result });
    }
  }
  return messages;
};
