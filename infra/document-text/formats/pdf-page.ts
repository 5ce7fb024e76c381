import type { Block } from "../../../domain/document/blocks.ts";

/** The items of a page from the PDF reader: pieces of text with their place, and marks without text. */
export type PageItem = { str: string; transform: number[]; height: number; hasEOL: boolean } | { type: string };

interface Line {
  text: string;
  size: number;
  y: number;
}

const HEADING_RATIO = 1.2;
const LONGEST_HEADING = 160;
/** Lines further apart than this many line heights belong to different paragraphs. */
const PARAGRAPH_GAP = 1.7;

/**
 * Groups the items of a page into paragraphs and headings: a PDF has only letters and places, so larger letters count
 * as a heading.
 */
export const groupPageItems = (items: readonly PageItem[], page: number): Block[] => {
  const lines = linesOf(items);
  const bodySize = commonSize(lines);
  const blocks: Block[] = [];
  let paragraph: Line[] = [];
  const end = () => {
    if (paragraph.length > 0) blocks.push(blockOf(paragraph, { bodySize, page }));
    paragraph = [];
  };
  for (const line of lines) {
    const last = paragraph.at(-1);
    if (last && (last.size !== line.size || Math.abs(last.y - line.y) > PARAGRAPH_GAP * line.size)) end();
    paragraph.push(line);
  }
  end();
  return blocks;
};

const linesOf = (items: readonly PageItem[]): Line[] => {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const item of items) {
    if (!("str" in item)) continue;
    const [, , skew = 0, scale = 0, , y = 0] = item.transform;
    if (item.str !== "") {
      line ??= { text: "", size: Math.round(Math.hypot(skew, scale) * 2) / 2, y };
      line.text += item.str;
    }
    if (!item.hasEOL) continue;
    if (line && line.text.trim() !== "") lines.push(line);
    line = null;
  }
  if (line && line.text.trim() !== "") lines.push(line);
  return lines;
};

/** Returns the size of most letters of the page. */
const commonSize = (lines: readonly Line[]): number => {
  const letters = new Map<number, number>();
  for (const { text, size } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
};

const blockOf = (lines: readonly Line[], { bodySize, page }: { bodySize: number; page: number }): Block => {
  const text = joined(lines);
  const ratio = (lines[0]?.size ?? 0) / bodySize;
  const place = { page, row: null };
  if (ratio < HEADING_RATIO || text.length > LONGEST_HEADING) return { kind: "paragraph", text, ...place };
  return { kind: "heading", level: ratio >= 1.8 ? 1 : ratio >= 1.4 ? 2 : 3, text, ...place };
};

/** Joins lines; a word that is hyphenated at a line's end becomes one word. */
const joined = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text.trim())
    .reduce(
      (whole, text) =>
        /\p{Ll}-$/u.test(whole) && /^\p{Ll}/u.test(text) ? whole.slice(0, -1) + text : `${whole} ${text}`,
      "",
    )
    .replaceAll(/\s+/g, " ")
    .trim();
