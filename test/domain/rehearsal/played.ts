import type { PlayedConversation, PlayedEntry } from "../../../domain/rehearsal/played-conversation.ts";

export const spoken = (speaker: "agent" | "person", text: string, node_id = "start"): PlayedEntry => ({
  speaker,
  text,
  heard: null,
  node_id,
  at_ms: 0,
  arguments: null,
  result: null,
});

export const called = (text: string, given: object, node_id = "start"): PlayedEntry => ({
  ...spoken("agent", text, node_id),
  speaker: "tool",
  arguments: JSON.stringify(given),
  result: "{}",
});

export const playedOf = (words: PlayedEntry[], differences: Partial<PlayedConversation> = {}): PlayedConversation => ({
  words,
  steps: ["start"],
  variables: {},
  end_reason: "agent_hangup",
  disposition: null,
  turns: 1,
  opted_out: false,
  first_words_ms: [],
  lines_left: 0,
  tools_without_answer: [],
  error: null,
  ...differences,
});
