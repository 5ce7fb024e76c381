import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";

/**
 * Returns the columns that exist by now. Each judged part has a test file in a process of its own: columns of one table
 * meet in the folder that the run's servers use.
 */
export const columnsOfThisRun = <Column extends { name: string }>(
  table: string,
  { column, schema }: { column: Column; schema: z.ZodType<Column> },
): Column[] => {
  const isOurs = (name: string) => [process.pid, process.ppid].some((pid) => name.startsWith(`ringdown-test-${pid}-`));
  const run = readdirSync(tmpdir()).find(isOurs);
  if (run === undefined) return [column];
  const folder = join(tmpdir(), run, table);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${column.name}.json`), JSON.stringify(column));
  return readdirSync(folder)
    .sort()
    .map((file) => schema.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))));
};

/** Draws a Markdown table with aligned columns. */
export const drawTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((_, index) => Math.max(...[head, ...rows].map((row) => (row[index] ?? "").length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, index) => text.padEnd(widths[index] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
};
