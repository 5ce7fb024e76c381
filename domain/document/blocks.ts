import { z } from "zod";

const place = { page: z.number().int().nullable(), row: z.number().int().nullable() };

/** One piece of a document's structure. `page`: of a PDF, or the slide; `row`: of a table file or sheet. From 1. */
export const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heading"), level: z.number().int(), text: z.string(), ...place }),
  z.object({ kind: z.literal("paragraph"), text: z.string(), ...place }),
  z.object({ kind: z.literal("item"), text: z.string(), ...place }),
  z.object({ kind: z.literal("code"), text: z.string(), ...place }),
  /** The columns of the rows that follow, until something else comes. */
  z.object({ kind: z.literal("columns"), cells: z.array(z.string()), ...place }),
  z.object({ kind: z.literal("row"), cells: z.array(z.string()), ...place }),
]);
export type Block = z.output<typeof block>;

/** A stretch of a document that is understood by itself: it says under which headings and columns it begins. */
export const documentPart = z.object({
  headings: z.array(z.object({ level: z.number().int(), text: z.string() })),
  columns: z.array(z.string()).nullable(),
  blocks: z.array(block),
});
export type DocumentPart = z.output<typeof documentPart>;

/** Nothing of a file's own order: what has no pages and no rows. */
export const NO_PLACE = { page: null, row: null };

/** A block as one would read it. A row names the column of each cell: alone it would say nothing. */
export const textOfBlock = (from: Block, columns: readonly string[] | null): string => {
  if (from.kind === "columns") return "";
  if (from.kind !== "row") return from.text;
  return from.cells
    .map((cell, at) => (cell && columns?.[at] ? `${columns[at]}: ${cell}` : cell))
    .filter((cell) => cell !== "")
    .join("; ");
};
