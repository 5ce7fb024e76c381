import type { ConversationEntry } from "./entries.ts";

/** How many entries of earlier steps are kept: the last ones. */
const KEPT_WORDS = 40;
/** How many characters are kept of each answer of a tool or of the documents in an earlier step. */
const KEPT_RESULT_CHARACTERS = 300;

/**
 * Shortens a long conversation for a model with a small window: the present step stays whole; of earlier steps the last
 * words stay, and the beginning of each answer.
 */
export const compactEntries = (entries: readonly ConversationEntry[]): ConversationEntry[] => {
  const stepBegan = entries.findLastIndex(({ speaker }) => speaker === "step");
  if (stepBegan < 0) return [...entries];
  const earlier = entries.slice(0, stepBegan).map(shortened);
  const words = earlier.flatMap((entry, at) => (isWord(entry) ? [at] : []));
  const firstKept = words.at(-KEPT_WORDS) ?? 0;
  return [...earlier.filter((entry, at) => at >= firstKept || !isWord(entry)), ...entries.slice(stepBegan)];
};

const isWord = ({ speaker }: ConversationEntry): boolean => speaker === "agent" || speaker === "person";

const shortened = (entry: ConversationEntry): ConversationEntry => {
  if (entry.speaker !== "tool" || entry.call.result === null) return entry;
  const { result } = entry.call;
  if (result.length <= KEPT_RESULT_CHARACTERS) return entry;
  return { ...entry, call: { ...entry.call, result: `${result.slice(0, KEPT_RESULT_CHARACTERS)}…` } };
};
