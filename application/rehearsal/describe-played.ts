import type { PlayedConversation, PlayedEntry } from "../../domain/rehearsal/played-conversation.ts";
import { type RehearsedStore, readCall, type StoredEntry } from "./rehearsed-store.ts";

type Described = Pick<PlayedConversation, "words" | "steps" | "end_reason" | "turns" | "opted_out" | "first_words_ms">;

/** Returns a conversation as it is kept to be read and checked. */
export const describePlayed = ({ entries, calls, position, results, endReason }: RehearsedStore): Described => ({
  words: entries.map((entry) => describeEntry(entry, calls)),
  steps: listSteps(entries, position.nodeId),
  end_reason: endReason,
  turns: results.filter(({ outcome }) => outcome.said.length > 0).length,
  opted_out: position.optedOut,
  first_words_ms: results.flatMap(({ firstSentenceMs }) => (firstSentenceMs === null ? [] : [firstSentenceMs])),
});

const describeEntry = (
  { speaker: whose, text, heard, nodeId, atMs, toolCallId, details }: StoredEntry,
  calls: RehearsedStore["calls"],
): PlayedEntry => {
  // Nobody takes a rehearsed conversation over.
  const speaker = whose === "supervisor" ? "agent" : whose;
  const word = { speaker, text, heard, node_id: nodeId, at_ms: Math.round(atMs) };
  if (speaker === "agent" || speaker === "person") return { ...word, arguments: null, result: null };
  const call = readCall({ name: text, toolCallId, details, calls });
  return { ...word, arguments: call.arguments, result: call.result };
};

/** An entry is at the step where it was written; the last step may have none. */
const listSteps = (entries: readonly StoredEntry[], last: string | null): string[] => {
  const visited = [...entries.map(({ nodeId }) => nodeId), last].filter((id) => id !== null);
  return visited.filter((id, at) => id !== visited[at - 1]);
};
