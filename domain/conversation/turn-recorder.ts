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
  say(text: string, options: Saying): Promise<void>;
  /** Plays a recording as one sentence. */
  play(recording: PlayableRecording & { recordingId: string }, options: Saying): Promise<void>;
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
  let firstSentenceMs: number | null = null;
  const writer = createEntryWriter(store, claim);
  const note = (sentence: SaidSentence, nodeId: string | null) => {
    const { text } = sentence;
    firstSentenceMs ??= Math.round(performance.now() - startedAt);
    said.push(sentence);
    entries.push({ speaker: "agent", text, heard: null });
    writer.append({ speaker: "agent", text, nodeId });
  };
  return {
    entries,
    said,
    firstSentenceMs: () => firstSentenceMs,
    say: async (text, { interruptible, nodeId }) => {
      for (const sentence of splitSentences(text)) {
        if (signal.aborted) return;
        note({ text: sentence, interruptible }, nodeId);
        await session.say({ text: sentence, interruptible });
      }
    },
    play: async ({ recordingId, transcript, url, lengthMs }, { interruptible, nodeId }) => {
      if (signal.aborted) return;
      note({ text: transcript, interruptible, recordingId }, nodeId);
      await session.say({ text: transcript, interruptible, play: url, playMs: lengthMs });
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
