import { z } from "zod";
import { type HeardLanguage, toHeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import { asksSomething, readYesOrNo, wantsPerson } from "../../domain/conversation/heard/intents.ts";
import { dropFillers, guessLanguage } from "../../domain/conversation/heard/language.ts";
import { asksNotToBeCalled } from "../../domain/conversation/opt-out-words.ts";
import { OPT_OUT_FUNCTION } from "../../domain/conversation/step-functions.ts";
import { parseJson } from "../../domain/json/json-value.ts";
import type { ChatMessage, ChatRequest } from "../../domain/model/chat-model.ts";
import { findArguments } from "./scripted.arguments.ts";
import { findClosestEdge, findNamedTool } from "./scripted.choice.ts";
import { askNext, findGathering, type Gathering, goOnGathering, tellsSlot } from "./scripted.gathering.ts";
import { answerSearch, isSearch, isWorthSearching } from "./scripted.passages.ts";
import { replyOf } from "./scripted.reply.ts";
import { chooseSentences, classifyWords, isForGoodbye, type Sentences } from "./scripted.sentences.ts";

/** What the stand-in does next. */
export type Move = { kind: "say"; text: string } | { kind: "call"; name: string; given: Record<string, unknown> };

/** A request as the stand-in understands it. */
interface Situation {
  request: ChatRequest;
  /** What the person said since the agent's last entry; null: nothing. */
  said: string | null;
  language: HeardLanguage;
  sentences: Sentences;
  gathering: Gathering | null;
}

/**
 * Chooses by the person's words, in this order: an opt-out, the answer of a tool, a tool that is named, an edge that is certainly
 * meant, a goodbye, a person instead of a machine, a search for what was asked, what the step gathers, an edge that may be
 * meant, and else the prompt or a sentence that fits every conversation.
 */
export const chooseMove = (request: ChatRequest, said: string | null): Move => {
  const situation = understand(request, said);
  for (const find of WAYS) {
    const move = find(situation);
    if (move !== null) return move;
  }
  return reply(situation);
};

const understand = (request: ChatRequest, said: string | null): Situation => {
  const tag = languageOf(request);
  const language = toHeardLanguage(tag);
  return { request, said, language, sentences: chooseSentences(tag), gathering: findGathering(request, language) };
};

/** Words in parentheses tell of an event, such as an answer of somebody who was asked; the person has not said them. */
const isEvent = (said: string): boolean => said.startsWith("(");

/** The language of the agent, until the person speaks another one. */
const languageOf = ({ messages, language = "en" }: ChatRequest): string =>
  messages.reduce((current, message) => {
    if (message.role !== "person" || isEvent(message.text)) return current;
    const heard = guessLanguage(message.text);
    return heard === null || heard === current.slice(0, 2).toLowerCase() ? current : heard;
  }, language);

type Way = (situation: Situation) => Move | null;

const say = (text: string): Move => ({ kind: "say", text });
const call = ({ request }: Situation, name: string): Move => ({
  kind: "call",
  name,
  given: findArguments(request, name),
});
const offers = ({ request }: Situation, name: string): boolean => request.functions.some((each) => each.name === name);

const optOut: Way = (situation) => {
  const { request, said, sentences } = situation;
  const answered = request.messages.at(-1);
  if (answered?.role === "function" && answered.name === OPT_OUT_FUNCTION) return say(sentences.goodbye);
  if (said === null || !asksNotToBeCalled(said)) return null;
  if (offers(situation, OPT_OUT_FUNCTION)) return { kind: "call", name: OPT_OUT_FUNCTION, given: {} };
  // Nobody is called from a browser or a chat: what is left of the wish is to end.
  return goodbye(situation);
};

const answerWithWords = z.object({ say: z.string().min(1), asked: z.boolean().optional() });

/** Some functions return the sentence to say. */
const toolAnswer: Way = (situation) => {
  const { request, gathering, language, sentences } = situation;
  const answered = request.messages.at(-1);
  if (answered?.role !== "function") return null;
  const tool = request.stepView.tools.find((each) => each.function === answered.name);
  if (!tool) return null;
  const { say: words, asked } = answerWithWords.safeParse(parseJson(answered.result)).data ?? {};
  if (words === undefined && isSearch(tool)) return searchAnswer(situation, answered);
  const text = asked && answered.name === ASK_PEOPLE && language !== "en" ? sentences.asked : words;
  return say(withNext(text ?? `Here is what I found: ${answered.result}`, gathering, language));
};

const searchAnswer = (situation: Situation, answered: Extract<ChatMessage, { role: "function" }>): Move => {
  const { request, gathering, language, sentences } = situation;
  const { answer, question, isUnready } = answerSearch(answered);
  if (answer !== null) return say(withNext(answer, gathering, language));
  const edge = gathering ? null : findClosestEdge(question, request.stepView.edges);
  if (edge) return call(situation, edge.edge.function);
  if (isUnready) return say(withNext(sentences.stillReading, gathering, language));
  if (gathering) return say(withNext(sentences.unknown, gathering, language));
  if (!asksSomething(question, language)) return say(sentences.unclear);
  return say(offers(situation, ASK_PEOPLE) ? `${sentences.unknown} ${sentences.offerPeople}` : sentences.unknown);
};

/** Comes back to what the step gathers. */
const withNext = (text: string, gathering: Gathering | null, language: HeardLanguage): string =>
  gathering === null ? text : `${text} ${askNext(gathering, language)}`;

const namedTool: Way = (situation) => {
  const tool = situation.said === null ? null : findNamedTool(situation.said, situation.request.stepView.tools);
  return tool && !isSearch(tool) && tool.function !== ASK_PEOPLE ? call(situation, tool.function) : null;
};

const certainEdge: Way = (situation) => {
  const { request, said, gathering } = situation;
  const edges = request.stepView.edges.filter((edge) => edge !== gathering?.edge);
  const chosen = said === null ? null : findClosestEdge(said, edges);
  return chosen?.isCertain ? call(situation, chosen.edge.function) : null;
};

const goodbye: Way = (situation) => {
  const { request, said } = situation;
  const wantsEnd = said !== null && !isEvent(said) && (classifyWords(said) === "goodbye" || asksNotToBeCalled(said));
  const edge = wantsEnd ? request.stepView.edges.find(isForGoodbye) : undefined;
  return edge ? call(situation, edge.function) : null;
};

const ASK_PEOPLE = "ask_people";

const person: Way = (situation) => {
  const { request, said, language, sentences } = situation;
  if (said === null || isEvent(said) || !offers(situation, ASK_PEOPLE)) return null;
  const isOffered = lastAgentWords(request.messages).endsWith(sentences.offerPeople);
  const isAccepted = isOffered && readYesOrNo(said, language) === true;
  if (!isAccepted && !wantsPerson(said, language)) return null;
  // Whoever takes the offer wants to know what they asked before.
  const words = isAccepted ? (personsWords(request.messages).at(-2) ?? said) : said;
  return {
    kind: "call",
    name: ASK_PEOPLE,
    given: { question: sentences.wish.replace("…", () => words.slice(0, LONGEST_WISH)), follow_up: "message" },
  };
};

const LONGEST_WISH = 1_000;

const lastAgentWords = (messages: readonly ChatMessage[]): string => {
  const last = messages.findLast(({ role }) => role === "agent");
  return last?.role === "agent" ? last.text : "";
};

const personsWords = (messages: readonly ChatMessage[]): string[] =>
  messages.flatMap((message) => (message.role === "person" ? [message.text] : []));

const search: Way = ({ request, said, language, gathering }) => {
  const tool = request.stepView.tools.find(isSearch);
  if (!tool || said === null) return null;
  const listening = { language, ...(request.today !== undefined && { today: request.today }) };
  if (gathering && (tellsSlot(gathering, said, listening) || !asksSomething(said, language))) return null;
  if (!isWorthSearching(said, language, request.stepView.node.prompt)) return null;
  return {
    kind: "call",
    name: tool.function,
    given: { query: dropFillers(said.slice(0, LONGEST_WISH).replace(NAMED, "")) },
  };
};

/** Somebody may name the search before they say what for. */
const NAMED = /^search documents(?: for|:)? /i;

const gather: Way = ({ request, said, language, gathering }) => {
  if (!gathering) return null;
  const next = goOnGathering(gathering, { said, messages: request.messages, language });
  return next.kind === "say" ? next : { kind: "call", name: gathering.edge.function, given: next.given };
};

const possibleEdge: Way = (situation) => {
  const { request, said } = situation;
  const chosen = said === null ? null : findClosestEdge(said, request.stepView.edges);
  return chosen ? call(situation, chosen.edge.function) : null;
};

const reply = ({ request, said, language, sentences }: Situation): Move =>
  say(replyOf(request, { said, language, sentences }));

const WAYS: readonly Way[] = [
  optOut,
  toolAnswer,
  namedTool,
  certainEdge,
  goodbye,
  person,
  search,
  gather,
  possibleEdge,
];
