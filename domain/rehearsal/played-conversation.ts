import type { AnsweredBy } from "../answerer/answered-by.rules.ts";
import type { EndReason } from "../conversation/turn-session.ts";

/** One line of a rehearsed conversation, as it is kept to be read. */
export interface PlayedEntry {
  speaker: "agent" | "person" | "step" | "tool";
  /** What was said; the function's name for a step or a tool. */
  text: string;
  /** The part of a sentence that was heard before the person spoke over it; null: all of it. */
  heard: string | null;
  /** The step of the agent in which it happened. */
  node_id: string | null;
  /** From the beginning of the conversation, by its own clock. */
  at_ms: number;
  /** JSON, for a step or a tool. */
  arguments: string | null;
  /** JSON; null: there is none. */
  result: string | null;
}

/** A conversation that has not ended after this many turns goes round in circles. */
export const MOST_EXCHANGES = 100;

/** How a rehearsed conversation went. */
export interface PlayedConversation {
  words: PlayedEntry[];
  /** The ids of the steps in the order in which the agent was at them. */
  steps: string[];
  variables: Record<string, unknown>;
  end_reason: EndReason | null;
  /** The disposition that its agent concluded, or else its end reason; null where no scenario asks for it. */
  disposition: string | null;
  /** How often the agent spoke. */
  turns: number;
  /** Who answered, by what was said first, or as the carrier told it. */
  answered_by?: AnsweredBy | null;
  opted_out: boolean;
  /** By turn, how long the agent's first words took. */
  first_words_ms: number[];
  /** Lines of the caller for which the conversation gave no occasion. */
  lines_left: number;
  /** Tools that the scenario gives no answer for: they answered nothing. */
  tools_without_answer: string[];
  /** What kept the model from answering, as a sentence; null: nothing. */
  error: string | null;
}

/** Lists the sentences of the agent. */
export const listSpoken = ({ words }: Pick<PlayedConversation, "words">): PlayedEntry[] =>
  words.filter(({ speaker }) => speaker === "agent");
