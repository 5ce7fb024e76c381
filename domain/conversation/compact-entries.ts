import type { ConversationEntry } from "./entries.ts";

/** So many entries of the words of earlier steps are kept, the last ones. */
const KEPT_WORDS = 40;
/** So many characters are kept of what a tool or the documents answered in an earlier step. */
const KEPT_RESULT_CHARACTERS = 300;

/**
 * A long conversation as a model with a small window can still read it: the step that it is in stands whole; of the
 * earlier steps the last words stand, and of what was answered there the beginning.
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
