import { sayDate } from "../../domain/conversation/heard/dates.ts";
import type { HeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import { readYesOrNo } from "../../domain/conversation/heard/intents.ts";
import { sayTime } from "../../domain/conversation/heard/times.ts";
import { isRecord, parseJson } from "../../domain/json/json-value.ts";
import type { ChatMessage, ChatRequest, StepView } from "../../domain/model/chat-model.ts";
import { BOOKINGS, type BookingWords } from "./scripted.booking-words.ts";
import { kindOf, readValue } from "./scripted.values.ts";

const KINDS = ["date", "time", "name"] as const;
type Kind = (typeof KINDS)[number];
type Edge = StepView["edges"][number];

/** A step that gathers a day, a time or a name, with the edge that is taken when the person has confirmed them. */
export interface Gathering {
  edge: Edge;
  slots: { argument: string; kind: Kind; value: string | null }[];
  words: BookingWords;
}

type GatheringMove = { kind: "say"; text: string } | { kind: "confirmed"; given: Record<string, string> };

/** The edge says in its label or its condition that something is confirmed, in the languages that are spoken. */
const CONFIRMED = /confirm|bestätig|पुष्टि/i;

/**
 * Returns what a step gathers, with what the person has said of it since the conversation came to the step. Null: the step
 * asks for neither day, time nor name, or has nothing confirmed.
 */
export const findGathering = (request: ChatRequest, language: HeardLanguage): Gathering | null => {
  const edge = request.stepView.edges.find(({ label, condition }) => CONFIRMED.test(`${label} ${condition}`));
  const wanted = request.functions.find(({ name }) => name === edge?.function)?.parameters["properties"];
  if (!edge || !isRecord(wanted)) return null;
  const words = BOOKINGS[language];
  const messages = sinceStep(request.messages);
  const slots = Object.entries(wanted).flatMap(([argument, schema]): Gathering["slots"] => {
    const kind = KINDS.find((each) => each === kindOf(argument, schema));
    return kind ? [{ argument, kind, value: lastValue(kind, { messages, words, language, request }) }] : [];
  });
  return slots.length < 2 ? null : { edge, slots, words };
};

const ENTERED = /^You are at the step/;

/** Returns the messages from the words on that led to the present step. */
const sinceStep = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const isEntry = (message: ChatMessage) => {
    const result = message.role === "function" ? parseJson(message.result) : null;
    return isRecord(result) && typeof result["done"] === "string" && ENTERED.test(result["done"]);
  };
  const entry = messages.findLastIndex(isEntry);
  const said = messages.findLastIndex(({ role }, at) => at < entry && role === "person");
  return messages.slice(Math.max(0, said));
};

const lastValue = (
  kind: Kind,
  {
    messages,
    words,
    language,
    request,
  }: { messages: readonly ChatMessage[]; words: BookingWords; language: HeardLanguage; request: ChatRequest },
): string | null => {
  for (const [back, message] of messages.toReversed().entries()) {
    if (message.role !== "person") continue;
    const before = messages.slice(0, messages.length - 1 - back).findLast(({ role }) => role === "agent");
    const isNameAsked = before?.role === "agent" && before.text.includes(words.asks.name);
    const value = readValue(kind, message.text, { language, today: request.today ?? null, isNameAsked });
    if (value !== undefined) return String(value);
  }
  return null;
};

/** Tells whether words say anything that is gathered. */
export const tellsSlot = (
  { slots }: Gathering,
  said: string,
  listening: { language: HeardLanguage; today?: string },
): boolean => slots.some(({ kind }) => readValue(kind, said, { today: null, ...listening }) !== undefined);

/** Returns the next sentence: the question for what is missing, or everything said back, to be confirmed. */
export const askNext = ({ slots, words }: Gathering, language: HeardLanguage): string => {
  const missing = slots.find(({ value }) => value === null);
  return missing ? words.asks[missing.kind] : `${sayBack(slots, language)} ${words.isThatRight}`;
};

/** Goes on with what the person said: asks, says back, or takes a yes. */
export const goOnGathering = (
  gathering: Gathering,
  { said, messages, language }: { said: string | null; messages: readonly ChatMessage[]; language: HeardLanguage },
): GatheringMove => {
  const { slots, words } = gathering;
  const next = askNext(gathering, language);
  const before = messages.findLast(({ role }) => role === "agent");
  const isSaidBack = before?.role === "agent" && before.text.endsWith(next) && next.endsWith(words.isThatRight);
  const answer = said === null ? null : readYesOrNo(said, language);
  if (!isSaidBack || answer === null) return { kind: "say", text: next };
  if (!answer) return { kind: "say", text: words.whatElse };
  return { kind: "confirmed", given: Object.fromEntries(slots.map(({ argument, value }) => [argument, value ?? ""])) };
};

const sayBack = (slots: Gathering["slots"], language: HeardLanguage): string => {
  const words = BOOKINGS[language];
  const said = KINDS.flatMap((kind) => {
    const value = slots.find((slot) => slot.kind === kind)?.value;
    if (value === undefined || value === null) return [];
    const spoken = { date: sayDate, time: sayTime, name: (name: string) => name }[kind](value, language);
    return [words.parts[kind].replace("…", spoken)];
  });
  return `${words.so} ${said.join(", ")}.`;
};

/** Tells whether the last thing that happened is that gathered values were confirmed. */
export const wasJustConfirmed = (messages: readonly ChatMessage[], language: HeardLanguage): boolean => {
  if (messages.at(-1)?.role !== "function") return false;
  const before = messages.findLastIndex(({ role }) => role === "person");
  const asked = messages.slice(0, Math.max(0, before)).findLast(({ role }) => role === "agent");
  return asked?.role === "agent" && asked.text.endsWith(BOOKINGS[language].isThatRight);
};
