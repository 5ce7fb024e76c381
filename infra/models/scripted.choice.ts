import type { StepView } from "../../domain/model/chat-model.ts";

type Edge = StepView["edges"][number];
type Tool = StepView["tools"][number];

/** Letters with their marks, with which Hindi writes its vowels. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter words are in every sentence. */
const SHORTEST_WORD = 3;
const EVERYWHERE = new Set(
  "the and for are was you your with that this they when what who has have had not but from will would says said wants person caller user".split(
    " ",
  ),
);

/**
 * Returns the edge whose label the words contain, or else the one whose label and condition share most words with them.
 */
export const findClosestEdge = (said: string, edges: readonly Edge[]): Edge | null => {
  const heard = new Set(textsOf(said));
  const scored = edges.map((edge) => ({ edge, score: scoreOf(edge, heard) }));
  const best = scored.reduce<{ edge: Edge | null; score: number }>(
    (first, next) => (next.score > first.score ? next : first),
    { edge: null, score: 0 },
  );
  return best.edge;
};

const scoreOf = (edge: Edge, heard: ReadonlySet<string>): number => {
  const label = textsOf(edge.label);
  const whole = label.length > 0 && label.every((word) => heard.has(word)) ? 100 : 0;
  return whole + new Set([...label, ...textsOf(edge.condition)].filter((word) => heard.has(word))).size;
};

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
  (text.toLowerCase().match(WORD) ?? []).filter((word) => word.length >= SHORTEST_WORD && !EVERYWHERE.has(word));
