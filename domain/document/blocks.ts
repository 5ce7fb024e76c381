import { z } from "zod";

const place = { page: z.number().int().nullable(), row: z.number().int().nullable() };

/** One piece of a document's structure. `page`: of a PDF, or the slide; `row`: of a table file or sheet. From 1. */
export const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heading"), level: z.number().int(), text: z.string(), ...place }),
  z.object({ kind: z.literal("paragraph"), text: z.string(), ...place }),
  z.object({ kind: z.literal("item"), text: z.string(), ...place }),
  z.object({ kind: z.literal("code"), text: z.string(), ...place }),
  /** The columns of the rows that follow, until a block of another kind. */
  z.object({ kind: z.literal("columns"), cells: z.array(z.string()), ...place }),
  z.object({ kind: z.literal("row"), cells: z.array(z.string()), ...place }),
]);
export type Block = z.output<typeof block>;

/** A section of a document that can be read by itself: it names the headings and columns that it begins under. */
export const documentPart = z.object({
  headings: z.array(z.object({ level: z.number().int(), text: z.string() })),
  columns: z.array(z.string()).nullable(),
  blocks: z.array(block),
});
export type DocumentPart = z.output<typeof documentPart>;

/** The place of a block in a file without pages and rows. */
export const NO_LOCATION = { page: null, row: null };

/** Returns the text of a block. A row names the column of each cell, without which it would mean little. */
export const formatBlock = (from: Block, columns: readonly string[] | null): string => {
  if (from.kind === "columns") return "";
  if (from.kind !== "row") return from.text;
  return from.cells
    .map((cell, at) => (cell && columns?.[at] ? `${columns[at]}: ${cell}` : cell))
    .filter((cell) => cell !== "")
    .join("; ");
};
