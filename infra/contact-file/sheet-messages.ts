import { z } from "zod";

/** Asks for the first page of a workbook; each further line asks for the next page. */
export const sheetRequest = z.object({ file: z.string() });

/** What the process that reads a workbook answers, one line for each request. */
export const sheetMessage = z.union([
  z.object({ rows: z.array(z.object({ line: z.number().int(), values: z.array(z.string()) })) }),
  /** The workbook cannot be read, ever: a sentence for the person who uploaded it. */
  z.object({ fault: z.string() }),
  z.object({ isEnd: z.literal(true) }),
]);
export type SheetMessage = z.output<typeof sheetMessage>;
