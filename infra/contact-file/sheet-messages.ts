import { z } from "zod";

/** The request for the first page of a workbook; each further line requests the next page. */
export const sheetRequest = z.object({ file: z.string() });

/** The answers of the process that reads a workbook, one line for each request. */
export const sheetMessage = z.union([
  z.object({ rows: z.array(z.object({ line: z.number().int(), values: z.array(z.string()) })) }),
  /** The workbook can never be read; the fault is a sentence for the person who uploaded it. */
  z.object({ fault: z.string() }),
  z.object({ isEnd: z.literal(true) }),
]);
export type SheetMessage = z.output<typeof sheetMessage>;
