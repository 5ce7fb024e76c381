import type { ChatModel } from "../model/chat-model.ts";
import { fillVariables } from "../agent/agent-definition.ts";
import type { Speech } from "../agent/speech.ts";
import type { AgentGraph, Step } from "./agent-graph.ts";
import type { ConversationPorts, ConversationRun, ConversationPosition, TurnClaim } from "./conversation.ports.ts";
import type { ConversationSettings } from "./conversation-settings.ts";
import type { EndReason, TurnEnd, TurnSession } from "./turn-session.ts";
import type { TurnRecorder } from "./turn-recorder.ts";

/** Everything that one turn works with. */
export interface Turn {
  ports: ConversationPorts;
  run: ConversationRun;
  graph: AgentGraph;
  settings: ConversationSettings;
  claim: TurnClaim;
  session: TurnSession;
  recorder: TurnRecorder;
  /** Where the conversation stands; the turn moves it. */
  position: ConversationPosition;
  signal: AbortSignal;
  model(): Promise<ChatModel>;
  /** Set by what goes wrong. */
  error: string | null;
  /** So long the agent waits for people's answer to something it has asked; null: for nothing. */
  waitSeconds: number | null;
  /** Spent waiting for the model's first words. */
  modelMs: number | null;
}

export const stepOf = ({ graph, position }: Turn): Step => graph.step(position.nodeId) ?? graph.start;

/** The variables of prompts: what the run came with, and what was gathered since. */
export const contextOf = ({ run, position }: Pick<Turn, "run" | "position">): Record<string, unknown> => ({
  ...run.variables,
  ...position.gathered,
});

export const listening = (turn: Turn): TurnEnd => ({
  kind: "listen",
  silenceSeconds: silenceOf(turn),
  interruptible: stepOf(turn).interruptible,
});

/** An agent that waits for people looks for their answer soon, whether or not the person on the line says a word. */
const LOOK_FOR_ANSWER_SECONDS = 5;

const silenceOf = ({ run, settings: { idleSeconds }, waitSeconds }: Turn): number =>
  waitSeconds === null || run.driver === "text"
    ? idleSeconds
    : Math.max(1, Math.ceil(Math.min(idleSeconds, waitSeconds, LOOK_FOR_ANSWER_SECONDS)));

export const ended = (reason: EndReason): TurnEnd => ({ kind: "end", reason });

export const say = (turn: Turn, text: string, options: { interruptible?: boolean } = {}): Promise<void> =>
  turn.recorder.say(text, {
    interruptible: options.interruptible ?? stepOf(turn).interruptible,
    nodeId: turn.position.nodeId,
  });

/** Plays the recording; one that is gone is replaced by the words, or by nothing where there are none. */
export const sayOrPlay = async (
  turn: Turn,
  { text, recordingId }: Speech,
  options: { interruptible?: boolean } = {},
): Promise<void> => {
  const { ports, run, recorder, position } = turn;
  if (recordingId === null) return say(turn, text, options);
  const recording = await ports.recordings.find({ organizationId: run.organizationId, recordingId });
  if (recording === null) {
    ports.logger.warn({ run_uuid: run.runUuid, recording_id: recordingId }, "a recording is not there to be played");
    return say(turn, text, options);
  }
  const interruptible = options.interruptible ?? stepOf(turn).interruptible;
  await recorder.play({ ...recording, recordingId }, { interruptible, nodeId: position.nodeId });
};

/** Words of the definition with their variables. */
export const filled = (turn: Turn, text: string): string => fillVariables(text, contextOf(turn));

/** The same of words or a recording. */
export const filledSpeech = (turn: Turn, { text, recordingId }: Speech): Speech => ({
  text: filled(turn, text),
  recordingId,
});

export const lastWords = async (turn: Turn, words: string, reason: EndReason): Promise<TurnEnd> => {
  await say(turn, words, { interruptible: false });
  return ended(reason);
};
