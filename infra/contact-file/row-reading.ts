import type { z } from "zod";
import type { FileRow } from "../../domain/contact/contact-file-rows.ts";
import type { ReadingName } from "./row-messages.ts";

/**
 * One way to read the rows of a contact file: `read` makes items of rows, in this process or in a separate
 * one, which gets `input` and sends the items as JSON.
 */
export interface RowReading<Input, Item> {
  name: ReadingName;
  input: z.ZodType<Input>;
  item: z.ZodType<Item>;
  /** Throws ContactFileError for rows that can never be read so. */
  read(rows: AsyncIterable<FileRow>, input: Input): AsyncIterable<Item>;
}
