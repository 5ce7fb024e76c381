import type { ConversationPosition, ConversationStore, PlayableRecording, TurnClaim } from "./conversation.ports.ts";
import type { ConversationEntry, FunctionCall, NewEntry } from "./entries.ts";
import { createEntryWriter } from "./entry-writer.ts";
import { splitSentences } from "./sentences.ts";
import type { SaidSentence, TurnSession } from "./turn-session.ts";

/**
 * Records what one turn says and does, into its session and into the rows, in the same order. Speech does not wait for
 * the rows.
 */
export interface TurnRecorder {
  /** Every entry of the conversation so far, this turn's included. */
  entries: readonly ConversationEntry[];
  said: readonly SaidSentence[];
  /** Milliseconds from the beginning of the turn to its first sentence. */
  firstSentenceMs(): number | null;
  /** When its first sentence was handed over, by `performance.now()`. */
  firstSentenceAt(): number | null;
  say(text: string, options: Saying): Promise<void>;
  /** Plays a recording as one sentence. */
  play(recording: PlayableRecording & { recordingId: string }, options: Saying): Promise<void>;
  /** Notes what a supervisor has said to the person in their own voice. */
  noteSpoken(text: string, nodeId: string | null): void;
  /** Notes an edge that was taken or a function that could not be carried out. */
  noteStep(call: FunctionCall, position: ConversationPosition): void;
  /** Notes a function that this process carried out, with its answer. */
  noteAnswer(call: FunctionCall, nodeId: string | null): void;
  /** Notes a tool call that already has a row. */
  noteTool(call: FunctionCall, address: { toolCallId: string; nodeId: string | null }): void;
  /** Adds the results of requests, which already have rows. */
  addNews(sentences: readonly string[]): void;
  /** Waits until everything is written. Throws `SupersededError` when another process has taken over the turn. */
  written(): Promise<void>;
}

interface Saying {
  /** Absent: the agent. */
  speaker?: "supervisor";
  interruptible: boolean;
  nodeId: string | null;
}

export const createTurnRecorder = (
  store: ConversationStore,
  { claim, session, signal }: { claim: TurnClaim; session: TurnSession; signal: AbortSignal },
): TurnRecorder => {
  const startedAt = performance.now();
  const entries = [...claim.entries];
  const said: SaidSentence[] = [];
  let firstSentenceAt: number | null = null;
  const writer = createEntryWriter(store, claim);
  const note = (sentence: SaidSentence, { nodeId, speaker }: Pick<Saying, "nodeId" | "speaker">) => {
    const { text } = sentence;
    firstSentenceAt ??= performance.now();
    said.push(sentence);
    const entry: ConversationEntry = speaker ? { speaker, text } : { speaker: "agent", text, heard: null };
    // What is said while a tool works stands before its answer, which the model goes on from.
    entries.splice(entries.findLastIndex((each) => !isAtWork(each)) + 1, 0, entry);
    writer.append({ speaker: speaker ?? "agent", text, nodeId });
  };
  return {
    entries,
    said,
    firstSentenceMs: () => (firstSentenceAt === null ? null : Math.round(firstSentenceAt - startedAt)),
    firstSentenceAt: () => firstSentenceAt,
    say: async (text, { interruptible, ...whose }) => {
      for (const sentence of splitSentences(text)) {
        if (signal.aborted) return;
        note({ text: sentence, interruptible }, whose);
        await session.say({ text: sentence, interruptible });
      }
    },
    play: async ({ recordingId, transcript, url, lengthMs }, { interruptible, nodeId }) => {
      if (signal.aborted) return;
      note({ text: transcript, interruptible, recordingId }, { nodeId });
      await session.say({ text: transcript, interruptible, play: url, playMs: lengthMs });
    },
    noteSpoken: (text, nodeId) => {
      entries.push({ speaker: "supervisor", text });
      writer.append({ speaker: "supervisor", text, nodeId });
    },
    noteStep: (call, place) => {
      entries.push({ speaker: "step", call });
      // The position is copied: the turn may have moved on when this is written.
      const position = { ...place, gathered: { ...place.gathered } };
      writer.appendStep(stepEntry(call, position.nodeId), position);
    },
    noteAnswer: (call, nodeId) => {
      entries.push({ speaker: "tool", call });
      writer.append({ speaker: "tool", text: call.name, nodeId, details: detailsOf(call) });
    },
    noteTool: (call, { toolCallId, nodeId }) => {
      entries.push({ speaker: "tool", call });
      writer.append({ speaker: "tool", text: call.name, nodeId, toolCallId });
    },
    addNews: (sentences) => entries.push(...sentences.map((text) => ({ speaker: "person" as const, text }))),
    written: writer.written,
  };
};

const isAtWork = (entry: ConversationEntry): boolean => entry.speaker === "tool" && entry.call.result === null;

const stepEntry = (call: FunctionCall, nodeId: string | null): NewEntry => ({
  speaker: "step",
  text: call.name,
  nodeId,
  details: detailsOf(call),
});

const detailsOf = ({ id, arguments: given, result, requestId }: FunctionCall) => ({
  id,
  arguments: given,
  result,
  ...(requestId !== undefined && { requestId }),
});
