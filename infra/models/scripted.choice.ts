import { foldWords, wholeWords } from "../../domain/conversation/heard/fold-words.ts";
import { isFunctionWord } from "../../domain/conversation/heard/language.ts";
import type { StepView } from "../../domain/model/chat-model.ts";

type Edge = StepView["edges"][number];
type Tool = StepView["tools"][number];

/** Letters with their marks, with which Hindi writes its vowels. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter words are in every sentence. */
const SHORTEST_WORD = 3;
const EVERYWHERE = new Set(
  "the and for are was you your with that this they when what who has have had not but from will would says said wants person caller user examples example".split(
    " ",
  ),
);
/** A condition gives examples of what people say between marks: `The person says goodbye: "bye", "that is all".` */
const EXAMPLE = /["“„«]([^"“”„«»]{1,200})["”“»]/g;
const WHOLE_LABEL = 100;
const EXAMPLE_SAID = 50;

interface ChosenEdge {
  edge: Edge;
  /** The words hold the label or one of the examples, so that nothing else is meant. */
  isCertain: boolean;
}

/**
 * Returns the edge whose label or one of whose examples the words contain, or else the one whose label and condition share
 * most words with them.
 */
export const findClosestEdge = (said: string, edges: readonly Edge[]): ChosenEdge | null => {
  const heard = { words: new Set(textsOf(said)), folded: foldWords(said) };
  const scored = edges.map((edge) => ({ edge, score: scoreOf(edge, heard) }));
  const best = scored.reduce<{ edge: Edge | null; score: number }>(
    (first, next) => (next.score > first.score ? next : first),
    { edge: null, score: 0 },
  );
  return best.edge && { edge: best.edge, isCertain: best.score >= EXAMPLE_SAID };
};

const scoreOf = (edge: Edge, { words, folded }: { words: ReadonlySet<string>; folded: string }): number => {
  const label = textsOf(edge.label);
  const whole = label.length > 0 && label.every((word) => words.has(word)) ? WHOLE_LABEL : 0;
  const examples = [...edge.condition.matchAll(EXAMPLE)].map(([, example = ""]) => foldWords(example));
  const isExample = examples.some((example) => example !== "" && folded.search(wholeWords(escape(example))) !== -1);
  const shared = new Set(
    [...label, ...textsOf(edge.condition.replaceAll(EXAMPLE, ""))].filter((word) => words.has(word)),
  ).size;
  return whole + (isExample ? EXAMPLE_SAID : 0) + shared;
};

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns the tool that the words name, by its function's name, its own, or one of its phrases. */
export const findNamedTool = (said: string, tools: readonly Tool[]): Tool | null => {
  const heard = said.toLowerCase();
  return (
    tools.find(({ function: name, name: title, phrases = [] }) =>
      [name, name.replaceAll("_", " "), title.toLowerCase(), ...phrases].some(
        (each) => each !== "" && heard.includes(each),
      ),
    ) ?? null
  );
};

const textsOf = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).filter(
    (word) => word.length >= SHORTEST_WORD && !EVERYWHERE.has(word) && !isFunctionWord(foldWords(word)),
  );
