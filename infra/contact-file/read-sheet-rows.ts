import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import {
  isOutOfMemory,
  isOutOfProcessorTime,
  type ReadingProcess,
  startReadingProcess,
} from "../reading-process/start-reading.ts";
import { createWorkLimit } from "../work-limit.ts";
import { type SheetMessage, sheetMessage } from "./sheet-messages.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { PART_WITHIN_MS } from "../reading-process/reading-limits.ts";

export const MAX_SHEET_BYTES = 20 * MEGABYTE;
const PROGRAM = new URL("./sheet.process.ts", import.meta.url);
const MAX_PROCESS_BYTES = 1280 * MEGABYTE;
/** The largest workbook needs a sixth of this. */
const MAX_PROCESSOR_MS = 120_000;

export interface SheetLimits {
  maxProcessorMs?: number;
  /** The limit by the clock for each answer of the reading process. Default: 15 minutes. */
  answerWithinMs?: number;
  /** How many steps of priority the reading process comes after this one. Default: 5. */
  niceness?: number;
}

/** Each process may use more than a gigabyte; the queue is limited where files are accepted. */
const workLimit = createWorkLimit({ atATime: 2, mostWaiting: Infinity });

/**
 * Reads the rows of the first sheet of the workbook at the path `file`. A workbook can only be read as a whole, so a
 * separate process reads it and sends a page at a time on request. Throws ContactFileError.
 */
export async function* readSheetRows(
  file: string,
  { maxProcessorMs = MAX_PROCESSOR_MS, answerWithinMs = PART_WITHIN_MS, niceness }: SheetLimits = {},
): AsyncGenerator<FileRow> {
  const endTurn = await workLimit.start();
  const reading = startReadingProcess(PROGRAM, { maxBytes: MAX_PROCESS_BYTES, maxProcessorMs, niceness });
  try {
    reading.ask({ file });
    const next = () => nextAnswer(reading, answerWithinMs);
    for (let answer = await next(); !("isEnd" in answer); answer = await next()) {
      if ("fault" in answer) throw new ContactFileError(answer.fault);
      // Requests the next page while this one is used.
      reading.ask({});
      yield* answer.rows;
    }
  } finally {
    reading.kill();
    await reading.ended;
    endTurn?.();
  }
}

const nextAnswer = async (reading: ReadingProcess, withinMs: number): Promise<SheetMessage> => {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reading.kill();
  }, withinMs);
  try {
    const { value: line, done } = await reading.lines.next();
    if (!done) return sheetMessage.parse(JSON.parse(line));
  } finally {
    clearTimeout(timer);
  }
  const end = await reading.ended;
  if (isLate || isOutOfProcessorTime(end))
    throw new ContactFileError("This Excel file takes too long to read; save it as CSV.");
  if (isOutOfMemory(end))
    throw new ContactFileError("This Excel file holds too much to be read at once; save it as CSV.");
  throw new Error(`the workbook's reading ended early (${end})`);
};
