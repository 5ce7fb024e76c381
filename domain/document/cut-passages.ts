import { cutText } from "../json/storable.ts";
import { type Block, type DocumentPart, formatBlock } from "./blocks.ts";

/** A passage of a document: the unit of search and of quotation. */
export interface CutPassage {
  text: string;
  /** The headings above it. */
  context: string;
  page: number | null;
  row: number | null;
  tokenCount: number;
}

const PASSAGE_TOKENS = 400;
const OVERLAP_TOKENS = 60;
const LONGEST_SENTENCE_TOKENS = 120;

/**
 * Estimates the tokens of a text: one for four letters of an alphabet, one for a character of a script without spaces.
 * Models differ; none that is known here needs more than twice as many.
 */
export const countTokens = (text: string): number => {
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return ideographs + Math.ceil((text.length - ideographs) / 4);
};

interface Piece {
  text: string;
  tokens: number;
  page: number | null;
  row: number | null;
}

/**
 * Cuts a part into passages of about 400 tokens, each under one heading, of whole sentences and whole rows where they
 * are not too long. A passage begins with the end of the one before under the same heading.
 */
export const cutIntoPassages = (part: DocumentPart): CutPassage[] => {
  const passages: CutPassage[] = [];
  let { headings, columns } = part;
  let pieces: Piece[] = [];
  const contextOf = () => headings.map(({ text }) => text).join(" › ");
  const end = () => {
    passages.push(...join(pieces, contextOf()));
    pieces = [];
  };
  for (const block of part.blocks) {
    if (block.kind === "heading") {
      end();
      headings = [...headings.filter(({ level }) => level < block.level), { level: block.level, text: block.text }];
    }
    if (block.kind === "columns") columns = block.cells;
    else if (block.kind !== "row") columns = null;
    if (block.kind !== "heading") pieces.push(...piecesOf(block, columns));
  }
  end();
  return passages.length > 0 ? passages : headingsAlone(part);
};

/** Returns headings as a passage when there is no text below them. */
const headingsAlone = ({ blocks }: DocumentPart): CutPassage[] => {
  const texts = blocks.flatMap((block) =>
    block.kind === "heading" ? block.text : block.kind === "columns" ? block.cells.join("; ") : [],
  );
  const text = texts.join("\n");
  const { page = null, row = null } = blocks[0] ?? {};
  return text === "" ? [] : [{ text, context: "", page, row, tokenCount: countTokens(text) }];
};

const piecesOf = (block: Block, columns: readonly string[] | null): Piece[] => {
  const text = formatBlock(block, columns);
  const { page, row } = block;
  if (countTokens(text) <= LONGEST_SENTENCE_TOKENS) return text === "" ? [] : [pieceOf(text, { page, row })];
  return sentencesOf(text).map((sentence) => pieceOf(sentence, { page, row }));
};

const pieceOf = (text: string, place: { page: number | null; row: number | null }): Piece => ({
  text,
  tokens: countTokens(text),
  ...place,
});

const sentences = new Intl.Segmenter("und", { granularity: "sentence" });

const sentencesOf = (text: string): string[] =>
  [...sentences.segment(text)].flatMap(({ segment }) => {
    const sentence = segment.trim();
    return countTokens(sentence) > PASSAGE_TOKENS ? slices(sentence) : sentence === "" ? [] : [sentence];
  });

/** Cuts a very long sentence, at a space where there is one. */
const slices = (text: string): string[] => {
  const found: string[] = [];
  let rest = text;
  while (countTokens(rest) > PASSAGE_TOKENS) {
    const most = Math.floor((rest.length * PASSAGE_TOKENS) / countTokens(rest));
    const space = rest.lastIndexOf(" ", most);
    const cut = space > most / 2 ? space : most;
    const piece = cutText(rest, cut);
    found.push(piece.trim());
    rest = rest.slice(piece.length).trim();
  }
  return rest === "" ? found : [...found, rest];
};

const join = (pieces: readonly Piece[], context: string): CutPassage[] => {
  const passages: CutPassage[] = [];
  let held: Piece[] = [];
  let fresh = 0;
  const end = () => {
    const text = held.map((piece) => piece.text).join("\n");
    const [first] = held.slice(held.length - fresh);
    if (fresh > 0)
      passages.push({
        text,
        context,
        page: first?.page ?? null,
        row: first?.row ?? null,
        tokenCount: countTokens(text),
      });
  };
  for (const piece of pieces) {
    if (fresh > 0 && tokensOf(held) + piece.tokens > PASSAGE_TOKENS) {
      end();
      held = overlapOf(held, PASSAGE_TOKENS - piece.tokens);
      fresh = 0;
    }
    held.push(piece);
    fresh += 1;
  }
  end();
  return passages;
};

const tokensOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { tokens }) => sum + tokens, 0);

/** Returns as many of the last pieces as fit. */
const overlapOf = (pieces: readonly Piece[], room: number): Piece[] => {
  const most = Math.min(OVERLAP_TOKENS, room);
  let from = pieces.length;
  let tokens = 0;
  while (from > 0 && tokens + (pieces[from - 1]?.tokens ?? 0) <= most) {
    from -= 1;
    tokens += pieces[from]?.tokens ?? 0;
  }
  return pieces.slice(from);
};
