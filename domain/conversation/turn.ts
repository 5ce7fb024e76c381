import type { ChatModel } from "../model/chat-model.ts";
import { fillVariables } from "../agent/agent-definition.ts";
import type { AgentGraph, Step } from "./agent-graph.ts";
import type { ConversationPorts, ConversationRun, Place, TurnClaim } from "./conversation.ports.ts";
import type { ConversationSettings } from "./conversation-settings.ts";
import type { EndReason, TurnEnd, TurnSession } from "./turn-session.ts";
import type { Voice } from "./voice.ts";

/** Everything that one turn works with. */
export interface Turn {
  ports: ConversationPorts;
  run: ConversationRun;
  graph: AgentGraph;
  settings: ConversationSettings;
  claim: TurnClaim;
  session: TurnSession;
  voice: Voice;
  /** Where the conversation stands; the turn moves it. */
  place: Place;
  signal: AbortSignal;
  model(): Promise<ChatModel>;
  /** Set by what goes wrong. */
  error: string | null;
  /** Spent waiting for the model's first words. */
  modelMs: number | null;
}

export const stepOf = ({ graph, place }: Turn): Step => graph.step(place.nodeId) ?? graph.start;

/** The variables of prompts: what the run came with, and what was gathered since. */
export const contextOf = ({ run, place }: Pick<Turn, "run" | "place">): Record<string, unknown> => ({
  ...run.variables,
  ...place.gathered,
});

export const listening = (turn: Turn): TurnEnd => ({
  kind: "listen",
  silenceSeconds: turn.settings.idleSeconds,
  interruptible: stepOf(turn).interruptible,
});

export const ended = (reason: EndReason): TurnEnd => ({ kind: "end", reason });

export const say = (turn: Turn, text: string, options: { interruptible?: boolean } = {}): Promise<void> =>
  turn.voice.say(text, {
    interruptible: options.interruptible ?? stepOf(turn).interruptible,
    nodeId: turn.place.nodeId,
  });

/** Words of the definition with their variables. */
export const filled = (turn: Turn, text: string): string => fillVariables(text, contextOf(turn));

export const lastWords = async (turn: Turn, words: string, reason: EndReason): Promise<TurnEnd> => {
  await say(turn, words, { interruptible: false });
  return ended(reason);
};
