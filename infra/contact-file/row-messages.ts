import { z } from "zod";
import { FILE_WARNING_CODES, type FileWarning } from "../../domain/file/file-warning.ts";
import { TEXT_ENCODINGS } from "../../domain/file/text-encoding.ts";

/**
 * The request for the first page of a file: how its rows are read, and the input of that. Each further line requests
 * the next page.
 */
export const rowsRequest = z.object({
  file: z.string(),
  kind: z.enum(["xlsx", "csv"]),
  encoding: z.enum(TEXT_ENCODINGS).nullable(),
  reading: z.enum(["numbers", "contacts"]),
  input: z.unknown(),
});
export type RowsRequest = z.output<typeof rowsRequest>;
export type ReadingName = RowsRequest["reading"];

const fileWarning = z.object({
  code: z.enum(FILE_WARNING_CODES),
  count: z.number().int(),
  detail: z.string().nullable(),
});

/** The answers of the process that reads a file, one line for each request. `items`: what the reading makes of rows. */
export const rowsMessage = <Item>(item: z.ZodType<Item>) =>
  z.union([
    z.object({ items: z.array(item) }),
    /** The file can never be read; the fault is a sentence for the person who uploaded it. */
    z.object({ fault: z.string() }),
    z.object({ isEnd: z.literal(true), warnings: z.array(fileWarning) }),
  ]);
export type RowsMessage<Item = unknown> =
  | { items: Item[] }
  | { fault: string }
  | { isEnd: true; warnings: FileWarning[] };
