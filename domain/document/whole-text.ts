import { type Block, formatBlock } from "./blocks.ts";
import { countTokens } from "./cut-passages.ts";

/** Returns the text of blocks for a reader: headings marked, rows with the names of their columns. */
export const formatBlocks = (blocks: readonly Block[], inherited: readonly string[] | null): string => {
  let columns = inherited;
  let text = "";
  for (const block of blocks) {
    if (block.kind === "columns") columns = block.cells;
    else if (block.kind !== "row") columns = null;
    const own = formatBlock(block, columns);
    text = joinTexts(text, block.kind === "heading" ? `${"#".repeat(block.level)} ${own}` : own);
  }
  return text;
};

export const joinTexts = (text: string, next: string): string =>
  text === "" || next === "" ? text + next : `${text}\n${next}`;

/** Cuts a text to a number of tokens, at the end of a line or a word where one is near. */
export const cutToTokens = (text: string, tokens: number): string => {
  let cut = text;
  while (countTokens(cut) > tokens) {
    const most = Math.floor((cut.length * Math.max(0, tokens)) / countTokens(cut));
    const end = Math.max(cut.lastIndexOf("\n", most), cut.lastIndexOf(" ", most));
    cut = cut.slice(0, end > most / 2 ? end : most);
  }
  return cut.trimEnd().toWellFormed();
};
