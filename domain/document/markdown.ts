import type { Block, DocumentPart } from "./blocks.ts";

/** Renders a part as Markdown. */
export const renderMarkdown = ({ blocks, columns }: DocumentPart): string => {
  let isInTable = columns !== null;
  const lines = blocks.map((block, at) => {
    const starts = block.kind === "row" && !isInTable;
    isInTable = block.kind === "row" || (block.kind === "columns" && block.cells.length > 0);
    const gap = at > 0 && !staysTogether(blocks[at - 1], block) ? "\n" : "";
    return `${gap}${starts && block.kind === "row" ? headerOf(block.cells.map(() => "")) : ""}${lineOf(block)}\n`;
  });
  return `${lines.join("")}\n`;
};

const staysTogether = (before: Block | undefined, block: Block): boolean =>
  (block.kind === "row" && (before?.kind === "row" || before?.kind === "columns")) ||
  (block.kind === "item" && before?.kind === "item");

const lineOf = (block: Block): string => {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(Math.min(Math.max(block.level, 1), 6))} ${oneLine(block.text)}`;
    case "item":
      return `- ${oneLine(block.text)}`;
    case "code":
      return `\`\`\`\n${block.text}\n\`\`\``;
    case "columns":
      // Columns without names: the first row below them begins the table.
      return block.cells.length > 0 ? headerOf(block.cells).trimEnd() : "";
    case "row":
      return rowOf(block.cells);
    case "paragraph":
      return block.text;
  }
};

const headerOf = (cells: readonly string[]): string => `${rowOf(cells)}\n${rowOf(cells.map(() => "---"))}\n`;
const rowOf = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => oneLine(cell).replaceAll("|", "\\|")).join(" | ")} |`;
/** By lines, because an expression that takes the blanks around a break tries each place of a long row of blanks. */
const oneLine = (text: string): string => {
  const [first = "", ...others] = text.split("\n");
  if (others.length === 0) return first;
  const lines = [first.trimEnd(), ...others.map((line) => line.trim())];
  return lines.filter((line) => line !== "").join(" ");
};
