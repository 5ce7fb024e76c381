import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import type { FileWarning } from "../../domain/file/file-warning.ts";
import type { TextEncoding } from "../../domain/file/text-encoding.ts";
import { createSemaphore } from "../limits/semaphore.ts";
import { PART_WITHIN_MS } from "../reading-process/reading-limits.ts";
import {
  isOutOfMemory,
  isOutOfProcessorTime,
  type ReadingProcess,
  startReadingProcess,
} from "../reading-process/start-reading.ts";
import { type RowsRequest, rowsMessage } from "./row-messages.ts";
import type { RowReading } from "./row-reading.ts";

const PROGRAM = new URL("./rows.process.ts", import.meta.url);
/**
 * A workbook may need more than a gigabyte, the largest one a fifth of the processor time. A text has no parts that could be made
 * to take long, and needs little memory, so that it waits for no workbook, and for few other texts.
 */
const KINDS = {
  xlsx: {
    maxBytes: 1280 * MEGABYTE,
    maxProcessorMs: 120_000,
    queue: createSemaphore({ permits: 2, mostWaiting: Infinity }),
  },
  csv: {
    maxBytes: 384 * MEGABYTE,
    maxProcessorMs: Infinity,
    queue: createSemaphore({ permits: 8, mostWaiting: Infinity }),
  },
};

export interface RowsLimits {
  maxBytes?: number;
  maxProcessorMs?: number;
  /** The limit by the clock for each answer of the reading process. Default: 15 minutes. */
  answerWithinMs?: number;
  /** How many steps of priority the reading process comes after this one. Default: 5. */
  niceness?: number;
}

export interface Asking<Input, Item> {
  reading: RowReading<Input, Item>;
  input: Input;
  limits?: RowsLimits;
  /** The encoding of a text, as the request names it; null: it is found. */
  encoding?: TextEncoding | null;
  /** Told once the file has been read to its end. */
  onWarnings?: (warnings: readonly FileWarning[]) => void;
}

export interface RowsFile {
  path: string;
  kind: RowsRequest["kind"];
}

/**
 * Reads the rows of a file in a separate process, which makes the items of the rows and sends a page of them at a time on
 * request: a workbook can only be read as a whole, and other work of this process goes on beside a file that takes a
 * minute. Throws ContactFileError.
 */
export async function* readInProcess<Input, Item>(
  { path, kind }: RowsFile,
  { reading: { name, item }, input, limits = {}, encoding = null, onWarnings = () => {} }: Asking<Input, Item>,
): AsyncGenerator<Item> {
  const { queue, ...ofKind } = KINDS[kind];
  const { maxBytes, maxProcessorMs, answerWithinMs = PART_WITHIN_MS, niceness } = { ...ofKind, ...limits };
  // The queue is limited where files are accepted.
  const release = await queue.acquire();
  const reading = startReadingProcess(PROGRAM, { maxBytes, maxProcessorMs, niceness });
  const message = rowsMessage(item);
  try {
    reading.ask({ file: path, kind, encoding, reading: name, input } satisfies RowsRequest);
    const next = async () => message.parse(JSON.parse(await nextLine(reading, { kind, withinMs: answerWithinMs })));
    for (;;) {
      const answer = await next();
      if ("isEnd" in answer) return onWarnings(answer.warnings);
      if ("fault" in answer) throw new ContactFileError(answer.fault);
      // Requests the next page while this one is used.
      reading.ask({});
      yield* answer.items;
    }
  } finally {
    reading.kill();
    await reading.ended;
    release?.();
  }
}

interface LineLimits {
  kind: RowsRequest["kind"];
  withinMs: number;
}

const nextLine = async (reading: ReadingProcess, { kind, withinMs }: LineLimits): Promise<string> => {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reading.kill();
  }, withinMs);
  try {
    const { value: line, done } = await reading.lines.next();
    if (!done) return line;
  } finally {
    clearTimeout(timer);
  }
  const end = await reading.ended;
  if (isLate || isOutOfProcessorTime(end)) throw new ContactFileError(TAKES_TOO_LONG[kind]);
  if (isOutOfMemory(end)) throw new ContactFileError(HOLDS_TOO_MUCH[kind]);
  throw new Error(`the file's reading ended early (${end})`);
};

const TAKES_TOO_LONG = {
  xlsx: "This Excel file takes too long to read; save it as CSV.",
  csv: "This file takes too long to read; split it and send the parts.",
};
const HOLDS_TOO_MUCH = {
  xlsx: "This Excel file holds too much to be read at once; save it as CSV.",
  csv: "This file holds too much to be read at once; split it and send the parts.",
};
