import { ModelError } from "../model/chat-model.ts";
import { MOST_ROUNDS } from "../model/reply-limits.ts";
import type { Step } from "./agent-graph.ts";
import type { AgentTool } from "./conversation.ports.ts";
import { carryOutFunctions } from "./function-calls.ts";
import { askModel } from "./model-round.ts";
import { listStepFunctions, type StepFunctions } from "./step-functions.ts";
import { endTurn, findCurrentStep, listenTurn, speakLastWords, speakText, type Turn } from "./turn.ts";
import type { TurnEnd } from "./turn-session.ts";

/** This many model failures in a row end a conversation. */
const FAULTS_TO_END = 2;

/**
 * Produces the agent's answer: the model speaks and calls functions until it calls no more. After one model failure the
 * agent apologises; after two in a row, or a permanent one, it ends the conversation with a sentence.
 */
export const produceReply = async (turn: Turn): Promise<TurnEnd> => {
  try {
    const end = await converse(turn);
    if (!turn.signal.aborted) turn.position.faults = 0;
    return end;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return apologise(turn, error);
  }
};

const converse = async (turn: Turn): Promise<TurnEnd> => {
  let goesOn = false;
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const step = findCurrentStep(turn);
    const functions = await readStepFunctions(turn, step);
    const { calls, isUnfinished } = await askModel(turn, { step, functions, mayCall: round < MOST_ROUNDS, goesOn });
    if (turn.signal.aborted) return listenTurn(turn);
    goesOn = isUnfinished;
    if (goesOn) continue;
    if (step.kind === "end") return farewell(turn);
    if (calls.length === 0) return listenTurn(turn);
    for (const call of calls) {
      const end = await carryOutFunctions(turn, call, functions.actions);
      if (end) return end;
      if (turn.signal.aborted) return listenTurn(turn);
    }
  }
  turn.ports.logger.warn(
    { run_uuid: turn.run.runUuid, rounds: MOST_ROUNDS },
    "a turn called too many functions, or went on for too long",
  );
  return listenTurn(turn);
};

/** The person waits for these reads and for that of the model, so they run at the same time. */
const readStepFunctions = async (turn: Turn, step: Step): Promise<StepFunctions> => {
  // When the model cannot be opened, the request to it fails in the same way.
  turn.model().catch(() => {});
  const [tools, hasDocuments] = await Promise.all([toolsOf(turn, step), turn.hasDocuments(step)]);
  return listStepFunctions(step, {
    tools,
    hasDocuments,
    driver: turn.run.driver,
    sendsKeys: turn.run.settings.send_keys_enabled,
  });
};

const toolsOf = async ({ ports, run }: Turn, { kind, toolUuids }: Step): Promise<AgentTool[]> =>
  kind === "end" || toolUuids.length === 0 ? [] : ports.tools.list(run.organizationId, toolUuids);

/** Says goodbye where the turn has said nothing: an end without a word would sound like a fault of the line. */
const farewell = async (turn: Turn): Promise<TurnEnd> => {
  if (turn.recorder.said.length === 0) await speakText(turn, turn.settings.phrases.goodbye, { interruptible: false });
  return endTurn("agent_hangup");
};

const apologise = async (turn: Turn, error: ModelError): Promise<TurnEnd> => {
  const { ports, run, position, settings } = turn;
  ports.logger.warn({ err: error, run_uuid: run.runUuid, fault: error.code }, "the model did not answer");
  turn.error = error.message;
  position.faults += 1;
  if (!error.isPassing || position.faults >= FAULTS_TO_END) {
    return speakLastWords(turn, settings.phrases.cannot_go_on, "model_failed");
  }
  await speakText(turn, settings.phrases.say_again);
  return listenTurn(turn);
};
