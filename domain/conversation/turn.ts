import { fillSpoken } from "../agent/agent-definition.ts";
import type { Speech } from "../agent/agent-speech.ts";
import type { ChatModel } from "../model/chat-model.ts";
import type { AgentGraph, Step } from "./agent-graph.ts";
import type {
  ConversationPorts,
  ConversationPosition,
  ConversationRun,
  TurnClaim,
  TurnResult,
} from "./conversation.ports.ts";
import type { ConversationSettings } from "./conversation-settings.ts";
import type { TurnRecorder } from "./turn-recorder.ts";
import type { EndReason, TurnEnd, TurnSession } from "./turn-session.ts";

/** The state and the services that one turn works with. */
export interface Turn {
  ports: ConversationPorts;
  run: ConversationRun;
  graph: AgentGraph;
  settings: ConversationSettings;
  claim: TurnClaim;
  session: TurnSession;
  recorder: TurnRecorder;
  /** The position of the conversation; the turn changes it. */
  position: ConversationPosition;
  signal: AbortSignal;
  model(): Promise<ChatModel>;
  /** Tells whether the agent has any document to read in this step. */
  hasDocuments(step: Step): Promise<boolean>;
  /** Lets another agent go on, in this turn and those that follow. */
  changeAgent(run: ConversationRun): void;
  /** Set when something fails. */
  error: string | null;
  /** How long the agent waits for people to answer; null: it waits for nothing. */
  waitSeconds: number | null;
  /** Who answered, where this turn has decided it. */
  answer: TurnResult["answer"];
  /** A person came on the line after the machine that answered. */
  personCame: boolean;
  /** Time until the model's first words. */
  modelMs: number | null;
  /** When they came, by `performance.now()`. */
  firstTokenAt: number | null;
}

export const findCurrentStep = ({ graph, position }: Turn): Step => graph.step(position.nodeId) ?? graph.start;

/** Returns the variables of prompts: the run's own, and those gathered since. */
export const readTurnVariables = ({ run, position }: Pick<Turn, "run" | "position">): Record<string, unknown> => ({
  ...run.variables,
  ...position.gathered,
});

export const listenTurn = (turn: Turn): TurnEnd => ({
  kind: "listen",
  silenceSeconds: silenceOf(turn),
  interruptible: findCurrentStep(turn).interruptible,
});

/** An agent that waits for people checks for their answer this often, whether or not the person on the line speaks. */
const LOOK_FOR_ANSWER_SECONDS = 5;

const silenceOf = ({ run, settings: { idleSeconds }, waitSeconds }: Turn): number =>
  waitSeconds === null || run.driver === "text"
    ? idleSeconds
    : Math.max(1, Math.ceil(Math.min(idleSeconds, waitSeconds, LOOK_FOR_ANSWER_SECONDS)));

export const endTurn = (reason: EndReason): TurnEnd => ({ kind: "end", reason });

export const speakText = (turn: Turn, text: string, options: { interruptible?: boolean } = {}): Promise<void> =>
  turn.recorder.say(text, {
    interruptible: options.interruptible ?? findCurrentStep(turn).interruptible,
    nodeId: turn.position.nodeId,
  });

/** Plays the recording; one that was deleted is replaced by its text, if there is any. */
export const speakOrPlay = async (
  turn: Turn,
  { text, recordingId }: Speech,
  options: { interruptible?: boolean } = {},
): Promise<void> => {
  const { ports, run, recorder, position } = turn;
  if (recordingId === null) return speakText(turn, text, options);
  const recording = await ports.recordings.find({ organizationId: run.organizationId, recordingId });
  if (recording === null) {
    ports.logger.warn({ run_uuid: run.runUuid, recording_id: recordingId }, "a recording is not there to be played");
    return speakText(turn, text, options);
  }
  const interruptible = options.interruptible ?? findCurrentStep(turn).interruptible;
  await recorder.play({ ...recording, recordingId }, { interruptible, nodeId: position.nodeId });
};

/** Fills the variables of what is said to the person from the conversation. */
export const fillTurnText = (turn: Turn, text: string): string => fillSpoken(text, readTurnVariables(turn));

/** Fills the variables of a speech. */
export const fillTurnSpeech = (turn: Turn, { text, recordingId }: Speech): Speech => ({
  text: fillTurnText(turn, text),
  recordingId,
});

export const speakLastWords = async (turn: Turn, words: string, reason: EndReason): Promise<TurnEnd> => {
  await speakText(turn, words, { interruptible: false });
  return endTurn(reason);
};
