import type { BenchRow } from "./bench-part.ts";

const HEADINGS = ["figure", "measured", "floor", "ratio", "goal", ""];

/** Returns the rows as a Markdown table, its columns in line for a terminal. */
export const benchTable = (rows: readonly BenchRow[]): string => {
  const cells = [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  const [headings = [], ...body] = cells;
  return [line(headings), rule, ...body.map(line)].join("\n");
};

const cellsOf = ({ figure, measured, floor, ratio, goal, holds }: BenchRow): string[] => [
  figure,
  measured,
  floor,
  ratio === null ? "" : `${ratio.toFixed(2)}×`,
  goal,
  holds === null ? "" : holds ? "met" : "MISSED",
];
