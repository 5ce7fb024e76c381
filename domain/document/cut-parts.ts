import { cutText, toStorableText } from "../json/storable.ts";
import { type Block, type DocumentPart, formatBlock } from "./blocks.ts";

const PART_CHARACTERS = 8000;
const LONGEST_PART = 32_000;
const LONGEST_BLOCK = 8000;
const LONGEST_HEADING = 500;
const MOST_CELLS = 500;

type Headings = DocumentPart["headings"];

export interface CutPart {
  part: DocumentPart;
  /** The last page with content of this part. */
  lastPage: number | null;
}

/**
 * Cuts a document into parts of some pages each while it is read. `atPagesOnly`: a part never ends within a page, so
 * that a retry can continue with the next page.
 */
export async function* cutParts(
  blocks: AsyncIterable<Block>,
  { headings = [], atPagesOnly }: { headings?: Headings; atPagesOnly: boolean },
): AsyncGenerator<CutPart> {
  let state: { headings: Headings; columns: string[] | null } = { headings, columns: null };
  let part = startPart(state);
  let characters = 0;
  for await (const whole of blocks) {
    for (const block of bounded(whole)) {
      const last = part.blocks.at(-1);
      const isCut = atPagesOnly
        ? characters >= PART_CHARACTERS && last?.page !== block.page
        : characters >= (block.kind === "heading" ? PART_CHARACTERS : LONGEST_PART);
      if (isCut) {
        yield { part, lastPage: last?.page ?? null };
        part = startPart(state);
        characters = 0;
      }
      state = after(state, block);
      part.blocks.push(block);
      characters += formatBlock(block, state.columns).length;
    }
  }
  if (part.blocks.length > 0) yield { part, lastPage: part.blocks.at(-1)?.page ?? null };
}

/** Returns the headings and columns that are in force after a part. */
export const readStateAfter = ({ headings, columns, blocks }: DocumentPart) =>
  blocks.reduce(after, { headings, columns });

const startPart = ({ headings, columns }: { headings: Headings; columns: string[] | null }): DocumentPart => ({
  headings,
  columns,
  blocks: [],
});

const after = (state: { headings: Headings; columns: string[] | null }, block: Block) => {
  if (block.kind === "columns") return { ...state, columns: block.cells };
  if (block.kind === "row") return state;
  if (block.kind !== "heading") return { ...state, columns: null };
  const { level, text } = block;
  const above = state.headings.filter((heading) => heading.level < level);
  return { headings: [...above, { level, text }], columns: null };
};

/** Splits a block that is longer than a part may be; no heading is as long as a page. */
function* bounded(block: Block): Generator<Block> {
  if (block.kind === "row" || block.kind === "columns") {
    yield {
      ...block,
      cells: block.cells.slice(0, MOST_CELLS).map((cell) => cutText(toStorableText(cell), LONGEST_BLOCK)),
    };
    return;
  }
  const text = toStorableText(block.text);
  if (block.kind === "heading") yield { ...block, text: cutText(text, LONGEST_HEADING) };
  else for (const piece of pieces(text)) yield { ...block, text: piece };
}

function* pieces(text: string): Generator<string> {
  let rest = text;
  while (rest.length > LONGEST_BLOCK) {
    const end = Math.max(rest.lastIndexOf(". ", LONGEST_BLOCK) + 1, rest.lastIndexOf("\n", LONGEST_BLOCK));
    const cut = end > LONGEST_BLOCK / 2 ? end : LONGEST_BLOCK;
    const piece = cutText(rest, cut);
    yield piece.trim();
    rest = rest.slice(piece.length).trim();
  }
  if (rest !== "") yield rest;
}
