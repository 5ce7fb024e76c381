import type { HeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import { asksSomething } from "../../domain/conversation/heard/intents.ts";
import type { ChatRequest } from "../../domain/model/chat-model.ts";
import { BOOKINGS } from "./scripted.booking-words.ts";
import { wasJustConfirmed } from "./scripted.gathering.ts";
import { findPromptQuestion, findPromptWords } from "./scripted.prompt.ts";
import { classifyWords, type Sentences } from "./scripted.sentences.ts";

interface Heard {
  said: string | null;
  language: HeardLanguage;
  sentences: Sentences;
}

/** Returns the reply of a step. A prompt that tells the agent what to do is never read aloud to the person. */
export const replyOf = (request: ChatRequest, { said, language, sentences }: Heard): string => {
  const { node } = request.stepView;
  const words = findPromptWords(node.prompt);
  if (words !== null) return words;
  const kind = said === null ? "other" : classifyWords(said);
  if (node.isEnd || kind === "goodbye") return sentences.goodbye;
  const spoken = request.messages.flatMap((message) => (message.role === "agent" ? [message.text] : []));
  const question = findPromptQuestion(node.prompt);
  if (spoken.length === 0) return question === null ? sentences.opening : `${sentences.hello} ${question}`;
  const last = sentences.questions.at(-1) ?? "";
  if (wasJustConfirmed(request.messages, language)) return `${BOOKINGS[language].noted} ${last}`;
  const isUnasked = (each: string) => !spoken.some((text) => text.includes(each));
  const isQuestion = said !== null && kind === "other" && asksSomething(said, language);
  const usual = isQuestion ? [last] : sentences.questions;
  const next = [...(question === null ? [] : [question]), ...usual].find(isUnasked) ?? last;
  if (kind === "hello") return `${sentences.hello} ${next}`;
  return `${isQuestion ? sentences.unknown : sentences.thanks} ${next}`;
};
