import type { ChatMessage } from "../model/chat-model.ts";

/** What happened in a conversation, in order. */
export type ConversationEntry =
  /** One sentence; `heard` null: whole. */
  | { speaker: "agent"; text: string; heard: string | null }
  /** What the person said; in parentheses what happened on their side. */
  | { speaker: "person"; text: string }
  /** A function that the model called: an edge that led on, or a tool. */
  | { speaker: "step" | "tool"; call: FunctionCall };

export interface FunctionCall {
  id: string;
  name: string;
  /** JSON. */
  arguments: string;
  /** What the model is told; null while a tool has not answered. */
  result: string | null;
  /** The row of a tool's call. */
  toolCallId?: string;
  /** The request by which people were asked. */
  requestId?: number;
}

export interface NewEntry {
  speaker: "agent" | "person" | "tool" | "step";
  text: string;
  nodeId: string | null;
  toolCallId?: string;
  details?: Record<string, unknown>;
}

/** An organization's tool may answer anything and is cut to this; our own answers are measured when they are made. */
const LONGEST_RESULT = 8_000;
const NO_RESULT = JSON.stringify({ error: "Nobody knows what became of this request. Do not repeat it unasked." });

/** What a model is told of everything so far: of what the agent said, only what was heard. */
export const messagesOf = (entries: readonly ConversationEntry[]): ChatMessage[] => {
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
