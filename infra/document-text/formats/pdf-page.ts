import type { Block } from "../../../domain/document/blocks.ts";
import { type LinePiece, readPdfTable } from "./pdf-table.ts";

/** The items of a page from the PDF reader: pieces of text with their place, and marks without text. */
export type PageItem = TextItem | { type: string };

interface TextItem {
  str: string;
  transform: number[];
  width: number;
  height: number;
  fontName: string;
  hasEOL: boolean;
}

interface Line {
  text: string;
  size: number;
  y: number;
  pieces: LinePiece[];
}

const HEADING_RATIO = 1.2;
const LONGEST_HEADING = 160;
/** Lines further apart than this many line heights belong to different paragraphs. */
const PARAGRAPH_GAP = 1.7;
/** Lines further apart belong to different tables. */
const TABLE_GAP = 4;
/** Pieces of a line further apart than this many line heights are cells. */
const CELL_GAP = 1.5;
/** The dots between a title and its page in a table of contents. */
const LEADER = /(?:\. ?){5}/;

/**
 * Groups the items of a page into paragraphs, headings and tables: a PDF has only letters and places, so larger letters count
 * as a heading, and pieces of lines that stand under each other as a table.
 */
export const groupPageItems = (items: readonly PageItem[], page: number): Block[] => {
  const lines = linesOf(items);
  const bodySize = commonSize(lines);
  return runsOf(lines).flatMap((run) => {
    const cells = run.map(({ pieces }) => pieces);
    return (isOfCells(run[0]) && readPdfTable(cells, page)) || groupLines(run, { bodySize, page });
  });
};

/** Splits lines into those that may be a table and those between. */
const runsOf = (lines: readonly Line[]): Line[][] => {
  const runs: Line[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const goesOn =
      last &&
      isOfCells(last) === isOfCells(line) &&
      (!isOfCells(line) || (last.y > line.y && last.y - line.y <= TABLE_GAP * line.size));
    if (run && goesOn) run.push(line);
    else runs.push([line]);
  }
  return runs;
};

const isOfCells = (line: Line | undefined): boolean =>
  line !== undefined && line.pieces.length > 1 && !LEADER.test(line.text);

const groupLines = (lines: readonly Line[], { bodySize, page }: { bodySize: number; page: number }): Block[] => {
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
      line ??= { text: "", size: Math.round(Math.hypot(skew, scale) * 2) / 2, y, pieces: [] };
      line.text += item.str;
      addPiece(line, item);
    }
    if (!item.hasEOL) continue;
    if (line && line.text.trim() !== "") lines.push(line);
    line = null;
  }
  if (line && line.text.trim() !== "") lines.push(line);
  return lines;
};

const addPiece = ({ pieces, size }: Line, { str, transform, width, fontName }: TextItem): void => {
  if (str.trim() === "") return;
  const [, , , , left = 0] = transform;
  const last = pieces.at(-1);
  if (last && left - last.right <= CELL_GAP * size) {
    last.text += left - last.right > size / 10 ? ` ${str}` : str;
    last.right = Math.max(last.right, left + width);
  } else pieces.push({ text: str, left, right: left + width, font: fontName });
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
