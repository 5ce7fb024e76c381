import { DocumentTextError } from "../../domain/document/document-text-error.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { PART_WITHIN_MS } from "../reading-process/reading-limits.ts";
import { isOutOfMemory, isOutOfProcessorTime, type ReadingProcess } from "../reading-process/start-reading.ts";
import { type ExtractedText, type ExtractionRequest, extractionMessage } from "./extraction-messages.ts";
import { keepReadingProcess, takeReadingProcess } from "./reading-processes.ts";

/** The limit of processor time, which a busy machine does not shorten. */
const MAX_PROCESSOR_MS = 600_000;
const DEFAULT_LIMITS: ExtractionLimits = { maxBytes: 1024 * MEGABYTE, maxProcessorMs: MAX_PROCESSOR_MS };

export interface ExtractionLimits {
  maxBytes: number;
  maxProcessorMs: number;
  /** The limit by the clock for each part of the text. Default: 15 minutes. */
  answerWithinMs?: number;
}

export interface Extraction extends ExtractionRequest {
  /**
   * The owner: one process reads several files of one organization in turn. Without it, a process reads this file
   * alone.
   */
  organizationId?: number;
  signal?: AbortSignal;
  limits?: ExtractionLimits;
}

/**
 * Reads a file's text, part by part, in another process: a file that needs too much memory or time ends that process
 * alone. Stopping early ends the process. Throws DocumentTextError, with a sentence, for a file that cannot be read.
 */
export async function* extractDocument({
  organizationId,
  signal,
  limits: { answerWithinMs = PART_WITHIN_MS, ...limits } = DEFAULT_LIMITS,
  ...request
}: Extraction): AsyncGenerator<ExtractedText> {
  const reader = { organizationId: organizationId ?? null, ...limits };
  const reading = takeReadingProcess(reader);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reading.kill();
  }, answerWithinMs);
  signal?.addEventListener("abort", reading.kill, { once: true });
  let residentBytes: number | null = null;
  try {
    residentBytes = yield* read(reading, request, timer);
    signal?.throwIfAborted();
    if (isLate) throw new DocumentTextError(TAKES_TOO_LONG);
    if (residentBytes === null) throw failureOf(await reading.ended);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", reading.kill);
    // The process is reused only after a file that was read to its end.
    if (residentBytes !== null && !isLate) keepReadingProcess(reader, { reading, residentBytes });
    else await end(reading);
  }
}

/**
 * Yields the parts of a file; returns the memory of the process then, or null when it ended earlier. Each answer starts
 * the timer anew.
 */
async function* read(
  reading: ReadingProcess,
  request: ExtractionRequest,
  timer: NodeJS.Timeout,
): AsyncGenerator<ExtractedText, number | null> {
  reading.ask(request);
  for (;;) {
    timer.refresh();
    const { value: line, done } = await reading.lines.next();
    if (done) return null;
    const message = extractionMessage.parse(JSON.parse(line));
    if ("fault" in message) throw new DocumentTextError(message.fault);
    if ("residentBytes" in message) return message.residentBytes;
    yield message;
  }
}

const end = async (reading: ReadingProcess): Promise<void> => {
  reading.kill();
  await reading.ended;
};

const TAKES_TOO_LONG = "This file takes too long to read; split it into smaller ones.";

const failureOf = (end: number | string): Error => {
  if (isOutOfProcessorTime(end)) return new DocumentTextError(TAKES_TOO_LONG);
  if (isOutOfMemory(end))
    return new DocumentTextError("This file holds too much to be read at once; split it into smaller ones.");
  return new Error(`the extraction ended early (${end})`);
};
