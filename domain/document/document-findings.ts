import { z } from "zod";
import type { DocumentPart } from "./blocks.ts";

/** Properties that a file names of itself; null: none. */
export const foundInFile = z.object({
  /** Pages of a PDF, slides of a presentation. */
  pages: z.number().int().nullable(),
  title: z.string().nullable(),
  language: z.string().nullable(),
});
export type FoundInFile = z.output<typeof foundInFile>;

export const NOTHING_FOUND: FoundInFile = { pages: null, title: null, language: null };

interface TableCounts {
  tables: number;
  /** Those of which no row names the columns. */
  unnamedTables: number;
}

/** Counts the tables that begin in a part. */
export const countTables = ({ blocks }: DocumentPart): TableCounts => {
  const tables = blocks.filter((block) => block.kind === "columns");
  return { tables: tables.length, unnamedTables: tables.filter(({ cells }) => cells.length === 0).length };
};

/** Returns sentences for the person who uploaded the file. */
export const warnOfTables = ({ unnamedTables }: TableCounts): string[] =>
  unnamedTables === 0
    ? []
    : [
        `${unnamedTables === 1 ? "1 table is" : `${unnamedTables} tables are`} read without the names of columns, because the file does not tell which row names them: agents get the cells of a row without knowing what each means. Upload the table as xlsx or csv, or as docx with its columns named in the first row.`,
      ];
