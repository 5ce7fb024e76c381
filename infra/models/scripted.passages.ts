import type { HeardLanguage } from "../../domain/conversation/heard/fold-words.ts";
import { foldWords } from "../../domain/conversation/heard/fold-words.ts";
import { asksSomething, readYesOrNo } from "../../domain/conversation/heard/intents.ts";
import { isFunctionWord } from "../../domain/conversation/heard/language.ts";
import { type AnsweringPassage, choosePassageAnswer } from "../../domain/conversation/heard/passage-answer.ts";
import { SEARCH_DOCUMENTS } from "../../domain/conversation/step-functions.ts";
import { isStopWord, listTerms } from "../../domain/document/terms.ts";
import { isRecord, parseJson, readRecords, readText } from "../../domain/json/json-value.ts";
import type { StepView } from "../../domain/model/chat-model.ts";
import { findPromptQuestion, findPromptWords } from "./scripted.prompt.ts";
import { classifyWords } from "./scripted.sentences.ts";

/** As an index writes them, without their endings. They ask for nothing. */
const THANKS: ReadonlySet<string> = new Set(listTerms("thanks thank danke gracias merci"));

/** Tells whether a function is the search in the agent's documents. */
export const isSearch = (tool: StepView["tools"][number]): boolean =>
  tool.function.startsWith(SEARCH_DOCUMENTS) && tool.name === "Search documents";

const FEW_WORDS = 4;
const SHORTEST_SUBJECT = 4;

/**
 * Tells whether documents may answer somebody's words: a question, or a few words about something ("opening hours") where the
 * agent has asked nothing that they could answer.
 */
export const isWorthSearching = (said: string, language: HeardLanguage, prompt: string): boolean => {
  if (said.startsWith("(") || classifyWords(said) === "goodbye") return false;
  const words = said.split(/\s+/);
  if (asksSomething(said, language)) return classifyWords(said) !== "hello" || words.length > 2;
  if (findPromptQuestion(prompt) !== null || findPromptWords(prompt) !== null) return false;
  const subjects = listTerms(foldWords(said)).filter(
    (term) =>
      term.length >= SHORTEST_SUBJECT &&
      /\p{L}/u.test(term) &&
      !isStopWord(term) &&
      !isFunctionWord(term) &&
      !THANKS.has(term),
  );
  return subjects.length > 0 && words.length <= FEW_WORDS && readYesOrNo(said, language) === null;
};

interface SearchAnswer {
  question: string;
  /** The sentences that fit; null: none do. */
  answer: string | null;
  /** Some documents could not be searched yet. */
  isUnready: boolean;
}

/** Reads the result of a search in documents. */
export const answerSearch = ({ arguments: given, result }: { arguments: string; result: string }): SearchAnswer => {
  const asked = parseJson(given);
  const question = isRecord(asked) ? readText(asked["query"]) : "";
  const found = parseJson(result);
  if (!isRecord(found)) return { question, answer: null, isUnready: false };
  const passages = readRecords(found["passages"]).map(readPassage);
  const whole = readRecords(found["documents"]).flatMap(({ text }) => splitDocument(readText(text)));
  const answer = choosePassageAnswer(question, [...passages, ...whole]);
  return { question, answer, isUnready: typeof found["unready"] === "number" };
};

const readPassage = ({ text, under, fit }: Record<string, unknown>): AnsweringPassage => ({
  text: readText(text),
  under: readText(under),
  fit: typeof fit === "number" ? fit : 1,
});

const HEADING = /^#{1,6} +/;
const MOST_SECTIONS = 200;

/** A whole document is read by its headings. */
const splitDocument = (text: string): AnsweringPassage[] => {
  const sections: AnsweringPassage[] = [];
  for (const line of text.split("\n")) {
    if (HEADING.test(line) || sections.length === 0) sections.push({ text: "", under: "", fit: 1 });
    const last = sections.at(-1);
    if (!last) continue;
    if (HEADING.test(line)) last.under = line.replace(HEADING, "");
    else last.text += `${line}\n`;
  }
  return sections.slice(0, MOST_SECTIONS);
};
