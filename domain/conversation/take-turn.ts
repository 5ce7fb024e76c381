import { readGreeting } from "../agent/agent-definition.ts";
import type { Detection } from "../answerer/answered-by.rules.ts";
import { addRequestNews } from "./add-request-news.ts";
import { isOnTelephone } from "./conversation.ports.ts";
import { giveUpScreening, leaveMessage, meetAnswerer, meetSpeaker } from "./meet-answerer.ts";
import { produceReply } from "./reply.ts";
import { takeSupervised } from "./supervised-turn.ts";
import {
  endTurn,
  fillTurnText,
  listenTurn,
  readTurnVariables,
  speakLastWords,
  speakOrPlay,
  speakText,
  type Turn,
} from "./turn.ts";
import { isForMachine, type TurnInput } from "./turn-input.ts";
import type { TurnEnd } from "./turn-session.ts";

/** Carries a turn out, from its input to who speaks next. */
export const takeTurn = async (turn: Turn, input: TurnInput): Promise<TurnEnd> => {
  const supervised = await takeSupervised(turn, input);
  if (supervised !== null) return supervised;
  const transfer = await goOnWithTransfer(turn, input);
  if (transfer !== null) return transfer;
  const hasNews = await addRequestNews(turn, input);
  switch (input.kind) {
    case "begin":
      return begin(turn, input.answeredBy);
    case "speech":
    case "digits": {
      turn.position.silences = 0;
      if (turn.position.nodeId === null) await enter(turn);
      const met = input.kind === "speech" ? await meetAnswerer(turn, input.text) : null;
      return met ?? produceReply(turn);
    }
    case "news":
      return goOn(turn);
    case "silence":
      if (hasNews) return produceReply(turn);
      if (turn.position.answerer !== null) {
        const left = (await leaveMessage(turn)) ?? (await giveUpScreening(turn));
        if (left !== null) return left;
      }
      // While the agent itself waits for people, silence is not met with "Are you still there?".
      return turn.waitSeconds === null ? silence(turn) : listenTurn(turn);
    case "machine":
      return machine(turn);
    case "answerer":
      return meetSpeaker(turn, input);
    case "transfer_ended":
      return input.outcome === "answered" ? endTurn("call_transferred") : produceReply(turn);
    case "supervisor":
    case "handed_back":
      return listenTurn(turn);
    case "time_up":
      return speakLastWords(turn, turn.settings.phrases.time_is_up, "call_duration_exceeded");
  }
};

const TAKEN_BY_TRANSFER: readonly TurnInput["kind"][] = ["begin", "speech", "digits", "silence"];

/**
 * A process that was killed once somebody was called for the caller has not put them on hold: the next one does, where their carrier
 * tells what has become of it.
 */
const goOnWithTransfer = async (turn: Turn, { kind }: TurnInput): Promise<TurnEnd | null> => {
  const { ports, run, recorder } = turn;
  const mayWait = isOnTelephone(run.driver) && recorder.entries.some((entry) => "call" in entry);
  if (!mayWait || !TAKEN_BY_TRANSFER.includes(kind)) return null;
  const untold = await ports.transfers.findUntold(run);
  return untold && { kind: "transfer", ...untold };
};

const begin = async (turn: Turn, answeredBy: Detection | null): Promise<TurnEnd> => {
  if (answeredBy === "fax") return endTurn("fax_detected");
  if (isForMachine({ kind: "begin", answeredBy }, turn.settings.voicemail)) return machine(turn);
  if (turn.position.nodeId !== null) return goOn(turn);
  const { graph, run } = turn;
  await enter(turn);
  if (graph.start.delayMs > 0) await turn.session.pause(graph.start.delayMs);
  // The disclosure is about voices and recordings; a chat has neither.
  if (run.disclosure !== null && run.driver !== "text") {
    await speakText(turn, fillTurnText(turn, run.disclosure), { interruptible: false });
  }
  const greeting = readGreeting(run.definition, readTurnVariables(turn));
  const spokenBefore = turn.recorder.said.length;
  await speakOrPlay(turn, greeting);
  return turn.recorder.said.length > spokenBefore ? listenTurn(turn) : produceReply(turn);
};

/**
 * An agent in a chat does not greet, because the person writes first; everything else of the first step is prepared.
 */
const enter = async (turn: Turn): Promise<void> => {
  turn.position.nodeId = turn.graph.start.id;
  await fetchVariables(turn);
};

/** Fetches variables from the organization's own system; the call goes on without them. */
const fetchVariables = async ({ ports, run, graph }: Turn): Promise<void> => {
  const { variableSource: source } = graph;
  if (!source || !(source.on === "always" || source.on === run.direction)) return;
  Object.assign(run.variables, await ports.fetchVariables(run, source));
};

/**
 * Goes on after the line or the process was lost: answers what the person said last, also where a tool was called for it; otherwise
 * lets the person speak.
 */
const goOn = (turn: Turn): Promise<TurnEnd> | TurnEnd => {
  const last = turn.recorder.entries.at(-1);
  return last && last.speaker !== "agent" ? produceReply(turn) : listenTurn(turn);
};

const machine = async (turn: Turn): Promise<TurnEnd> => {
  const { voicemail } = turn.settings;
  if (voicemail.action === "ignore") return listenTurn(turn);
  if (voicemail.action === "hang_up") return endTurn("voicemail_detected");
  await turn.session.interrupt();
  await speakText(turn, fillTurnText(turn, voicemail.message), { interruptible: false });
  return endTurn("voicemail_left");
};

const silence = async (turn: Turn): Promise<TurnEnd> => {
  turn.position.silences += 1;
  const { phrases } = turn.settings;
  if (turn.position.silences > 1) return speakLastWords(turn, phrases.goodbye, "user_idle");
  await speakText(turn, phrases.still_there, { interruptible: true });
  return listenTurn(turn);
};
