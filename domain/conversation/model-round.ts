import { type ChatRequest, ModelError } from "../model/chat-model.ts";
import type { Step } from "./agent-graph.ts";
import { compactEntries } from "./compact-entries.ts";
import { toChatMessages } from "./entries.ts";
import { readDate } from "./heard/dates.ts";
import { toHeardLanguage } from "./heard/fold-words.ts";
import { buildSystemPrompt } from "./prompts.ts";
import { createSentenceSplitter } from "./sentences.ts";
import { createSpeechFilter } from "./speech-filter/speech-filter.ts";
import type { StepFunctions } from "./step-functions.ts";
import { fillTurnText, readTurnVariables, speakText, type Turn } from "./turn.ts";

export interface ModelCall {
  id: string;
  name: string;
  arguments: string;
  /** It came to an end in the middle. */
  isCutOff?: boolean;
}

/** What the model called; `isUnfinished`: its text was cut off, and goes on in another round. */
interface RoundResult {
  calls: ModelCall[];
  isUnfinished: boolean;
}

interface Round {
  step: Step;
  functions: StepFunctions;
  mayCall: boolean;
  /** The round before was unfinished. */
  goesOn: boolean;
}

/**
 * After this silence of the model the person is asked to wait; it is shorter than the limit of carriers that ask for
 * documents.
 */
const ONE_MOMENT_AFTER_MS = 3_000;
/** A request that failed this early is repeated once: nobody has noticed the wait yet. */
const RETRY_WITHIN_MS = 2_000;
const GO_ON =
  "(Your answer was cut off because it was too long. Go on after its last whole sentence, and come to an end soon.)";
/** Some servers refuse a request without any message from the user. */
const OPENING = "(The person is on the line and has said nothing yet. Begin.)";

/** Sends one request to the model and says its sentences as they are complete; returns the functions that it calls. */
export const askModel = async (turn: Turn, round: Round): Promise<RoundResult> => {
  const startedAt = performance.now();
  const spokenBefore = turn.recorder.said.length;
  const stopWaiting = sayOneMoment(turn);
  try {
    return await listenToModel(turn, round, stopWaiting);
  } catch (error) {
    const isEarly = performance.now() - startedAt < RETRY_WITHIN_MS && turn.recorder.said.length === spokenBefore;
    const isAskedAgain =
      error instanceof EmptyAnswerError || (error instanceof ModelError && error.isPassing && isEarly);
    if (!isAskedAgain || turn.signal.aborted) throw error;
    return await listenToModel(turn, round, stopWaiting);
  } finally {
    await stopWaiting();
  }
};

/** The model has neither said nor called anything. Its server may have been overwhelmed. */
class EmptyAnswerError extends ModelError {
  constructor() {
    super("unavailable", "The model's answer was empty");
  }
}

const listenToModel = async (turn: Turn, round: Round, hasBegun: () => Promise<void>): Promise<RoundResult> => {
  const model = await turn.model();
  const filter = createSpeechFilter();
  const splitter = createSentenceSplitter();
  const calls: ModelCall[] = [];
  const spokenBefore = turn.recorder.said.length;
  const askedAt = performance.now();
  let isCutOff = false;
  for await (const event of model.reply(requestOf(turn, round))) {
    turn.firstTokenAt ??= performance.now();
    turn.modelMs ??= Math.round(performance.now() - askedAt);
    await hasBegun();
    if (turn.signal.aborted) return { calls: [], isUnfinished: false };
    switch (event.kind) {
      case "call":
        calls.push({ id: event.id, name: event.name, arguments: event.arguments });
        break;
      case "cut_off":
        isCutOff = true;
        if (event.call) calls.push({ ...event.call, arguments: "", isCutOff });
        break;
      case "text":
        for (const sentence of splitter.push(filter.push(event.text))) await speakText(turn, sentence);
        turn.session.form?.(splitter.rest());
    }
  }
  const isUnfinished = isCutOff && calls.length === 0 && turn.recorder.said.length > spokenBefore;
  // A sentence that was cut off is begun anew in the round that goes on.
  if (!isUnfinished) {
    const rest = [...splitter.push(filter.flush()), ...splitter.flush()];
    for (const sentence of rest) await speakText(turn, sentence);
  }
  // A turn that has spoken, or says goodbye, may end without another word.
  const isSilent = calls.length === 0 && turn.recorder.said.length === 0 && round.step.kind !== "end";
  if (isSilent && !turn.signal.aborted) throw new EmptyAnswerError();
  return { calls: round.mayCall ? calls : [], isUnfinished };
};

const requestOf = (turn: Turn, { step, functions, mayCall, goesOn }: Round): ChatRequest => {
  const { entries } = turn.recorder;
  const messages = toChatMessages(turn.settings.compactsContext ? compactEntries(entries) : entries);
  const { stepView } = functions;
  const node = { ...stepView.node, prompt: fillTurnText(turn, step.prompt) };
  const isOpening = messages.every(({ role }) => role !== "person");
  const context = readTurnVariables(turn);
  const today = readToday(context, turn.settings.language);
  if (goesOn) messages.push({ role: "person", text: GO_ON });
  return {
    system: buildSystemPrompt(turn.graph, step, { context, driver: turn.run.driver, settings: turn.settings }),
    messages: isOpening ? [{ role: "person", text: OPENING }, ...messages] : messages,
    functions: mayCall ? functions.definitions : [],
    stepView: mayCall ? { ...stepView, node } : { node, edges: [], tools: [] },
    language: turn.settings.language,
    ...(today !== null && { today }),
    signal: turn.signal,
  };
};

/** The day where the person is stands among the variables in words. */
const readToday = ({ current_date: written }: Readonly<Record<string, unknown>>, language: string): string | null =>
  typeof written === "string" ? readDate(written, { language: toHeardLanguage(language), today: null }) : null;

/**
 * Asks the person to wait when the model is slow. Returns the function that ends the wait; a sentence that is being
 * said is finished first. Used once in a turn.
 */
const sayOneMoment = (turn: Turn): (() => Promise<void>) => {
  let saying = Promise.resolve();
  if (turn.recorder.said.length > 0 || turn.run.driver === "text") return () => saying;
  const timer = setTimeout(() => {
    saying = speakText(turn, turn.settings.phrases.one_moment).catch(() => {});
  }, ONE_MOMENT_AFTER_MS);
  return () => {
    clearTimeout(timer);
    return saying;
  };
};
