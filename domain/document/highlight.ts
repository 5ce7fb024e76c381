import { splitTerms, type Term } from "./terms.ts";

/** A piece of a passage with the offsets of the query's words in it. */
export interface Highlight {
  text: string;
  marks: { start: number; end: number }[];
}

const MAX_HIGHLIGHTS = 3;
const HIGHLIGHT_CHARACTERS = 160;

/**
 * Returns the pieces of a text that hold most of the query's words, in the order of the text, and which words the whole
 * text holds.
 */
export const highlightTerms = (
  text: string,
  terms: readonly string[],
): { highlights: Highlight[]; found: Set<string> } => {
  const wanted = new Set(terms);
  const hits = splitTerms(text).filter(({ term }) => wanted.has(term));
  const pieces = groupsOf(hits)
    .map((group) => ({ group, distinct: new Set(group.map(({ term }) => term)).size }))
    .sort((left, right) => right.distinct - left.distinct)
    .slice(0, MAX_HIGHLIGHTS)
    .map(({ group }) => group)
    .sort((left, right) => startOf(left) - startOf(right));
  return { highlights: pieces.map((group) => pieceOf(text, group)), found: new Set(hits.map(({ term }) => term)) };
};

/** Groups hits that fit into one piece. */
const groupsOf = (hits: readonly Term[]): Term[][] => {
  const groups: Term[][] = [];
  for (const hit of hits) {
    const last = groups.at(-1);
    if (last && hit.end - startOf(last) <= HIGHLIGHT_CHARACTERS) last.push(hit);
    else groups.push([hit]);
  }
  return groups;
};

const startOf = (group: readonly Term[]): number => group[0]?.start ?? 0;

const pieceOf = (text: string, group: readonly Term[]): Highlight => {
  const end = group.at(-1)?.end ?? 0;
  const room = Math.max(0, Math.floor((HIGHLIGHT_CHARACTERS - (end - startOf(group))) / 2));
  const from = wordStart(text, Math.max(0, startOf(group) - room), startOf(group));
  const to = wordEnd(text, Math.min(text.length, end + room), end);
  return { text: text.slice(from, to), marks: group.map((hit) => ({ start: hit.start - from, end: hit.end - from })) };
};

/** Returns the nearest start of a word after `at`, at most `latest`. */
const wordStart = (text: string, at: number, latest: number): number => {
  if (at === 0) return 0;
  const space = text.slice(at, latest).search(/\s/);
  return space === -1 ? latest : at + space + 1;
};

/** Returns the nearest end of a word before `at`, at least `earliest`. */
const wordEnd = (text: string, at: number, earliest: number): number => {
  if (at === text.length) return at;
  const space = text.slice(earliest, at).search(/\s\S*$/);
  return space === -1 ? earliest : earliest + space;
};
