import type { Block, DocumentPart } from "../blocks.ts";
import { readStateAfter } from "../cut-parts.ts";

const LETTER = /\p{L}/u;

/** Returns the texts of a part to translate, in order, each once: those that have letters and are not codes. */
export const listSegments = ({ blocks }: DocumentPart): string[] => {
  const found = new Set<string>();
  for (const block of blocks) {
    mapTexts(block, (text) => {
      if (LETTER.test(text)) found.add(text);
      return text;
    });
  }
  return [...found];
};

/**
 * Returns the part with its translations; it begins under the headings and columns that the translated part before it
 * ends with.
 */
export const applyTranslations = (
  part: DocumentPart,
  { translations, before }: { translations: ReadonlyMap<string, string>; before: DocumentPart | null },
): DocumentPart => {
  const state = before ? readStateAfter(before) : part;
  return {
    headings: state.headings,
    columns: part.columns && state.columns,
    blocks: part.blocks.map((block) => mapTexts(block, (text) => translations.get(text) ?? text)),
  };
};

const mapTexts = (block: Block, change: (text: string) => string): Block => {
  if (block.kind === "code") return block;
  if (block.kind === "row" || block.kind === "columns") return { ...block, cells: block.cells.map(change) };
  return { ...block, text: change(block.text) };
};
