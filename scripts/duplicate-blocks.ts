/** A run of lines that stands at two places; blank lines, comments and imports are not counted. */
export interface DuplicateBlock {
  lines: number;
  first: Place;
  again: Place;
}

interface Place {
  file: string;
  line: number;
}

interface Source {
  file: string;
  source: string;
}

interface CodeLine extends Place {
  text: string;
}

/** Shorter runs are the shape of the language, not a copy. */
const SHORTEST_BLOCK = 10;

const IMPORTS = /^(?:import|export)\s[^"'`;=]*?\bfrom\s+["'][^"']+["'];?$/gm;
const BLOCK_COMMENTS = /\/\*[^]*?\*\//g;

/** Finds every run of ten lines or more that stood before, each copy once and as long as it goes. */
export const findDuplicateBlocks = (sources: readonly Source[]): DuplicateBlock[] => {
  const seen = new Map<string, { lines: readonly CodeLine[]; index: number }>();
  return sources.flatMap((source) => blocksOf(codeLines(source), seen));
};

const blocksOf = (
  lines: readonly CodeLine[],
  seen: Map<string, { lines: readonly CodeLine[]; index: number }>,
): DuplicateBlock[] => {
  const blocks: DuplicateBlock[] = [];
  let copiedUntil = 0;
  for (let index = 0; index + SHORTEST_BLOCK <= lines.length; index++) {
    const key = textOf(lines, index);
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, { lines, index });
      continue;
    }
    const isOverlap = earlier.lines === lines && index - earlier.index < SHORTEST_BLOCK;
    const [first, again] = [earlier.lines[earlier.index], lines[index]];
    if (index < copiedUntil || isOverlap || !first || !again) continue;
    const count = sharedLines(earlier, { lines, index });
    blocks.push({ lines: count, first: placeOf(first), again: placeOf(again) });
    copiedUntil = index + count;
  }
  return blocks;
};

const textOf = (lines: readonly CodeLine[], index: number): string =>
  lines
    .slice(index, index + SHORTEST_BLOCK)
    .map(({ text }) => text)
    .join("\n");

const sharedLines = (
  one: { lines: readonly CodeLine[]; index: number },
  other: { lines: readonly CodeLine[]; index: number },
): number => {
  let count = 0;
  while (other.lines[other.index + count]) {
    if (one.lines[one.index + count]?.text !== other.lines[other.index + count]?.text) break;
    count++;
  }
  return count;
};

const placeOf = ({ file, line }: CodeLine): Place => ({ file, line });

/** Comments and imports become blank lines first, so that the numbers of the lines stay. */
const codeLines = ({ file, source }: Source): CodeLine[] => {
  const blank = (text: string) => "\n".repeat(text.split("\n").length - 1);
  return source
    .replace(BLOCK_COMMENTS, blank)
    .replace(IMPORTS, blank)
    .split("\n")
    .map((text, index) => ({ file, line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "" && !text.startsWith("//"));
};
