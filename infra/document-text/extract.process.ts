import { statSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Block } from "../../domain/document/blocks.ts";
import { cutParts } from "../../domain/document/cut-parts.ts";
import type { FoundInFile } from "../../domain/document/document-findings.ts";
import { DocumentTextError } from "../../domain/document/document-text-error.ts";
import { limitProcessorMs, TOO_DEEP } from "../../domain/document/file-reading-limits.ts";
import type { FileWarning } from "../../domain/file/file-warning.ts";
import { cutText, toStorableText } from "../../domain/json/storable.ts";
import { watchLimits } from "../reading-process/watch-limits.ts";
import { type ExtractionMessage, type ExtractionRequest, extractionRequest } from "./extraction-messages.ts";
import type { FileReading } from "./reading.ts";

const STDOUT = 1;

/** Writes synchronously while the reader is behind, so that unread parts fill the pipe and not this process. */
const send = (message: ExtractionMessage): void => {
  let bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  while (bytes.length > 0) bytes = bytes.subarray(writeSome(bytes));
};

const LOOK_AGAIN_AFTER_MS = 2;
const never = new Int32Array(new SharedArrayBuffer(4));

/** The pipe is non-blocking: when it is full, nothing is written. */
const writeSome = (bytes: Buffer): number => {
  try {
    return writeSync(STDOUT, bytes);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    Atomics.wait(never, 0, 0, LOOK_AGAIN_AFTER_MS);
    return 0;
  }
};

type Reader = (file: string, reading: FileReading) => AsyncIterable<Block>;

/** Only the reader of the file's type is loaded. */
const READERS: Readonly<Record<Exclude<ExtractionRequest["type"], "pdf">, () => Promise<Reader>>> = {
  docx: async () => (await import("./formats/docx.ts")).readDocxBlocks,
  xlsx: async () => (await import("./formats/xlsx.ts")).readXlsxBlocks,
  pptx: async () => (await import("./formats/pptx.ts")).readPptxBlocks,
  html: async () => (await import("./formats/html.ts")).readHtmlBlocks,
  md: async () => (await import("./formats/md.ts")).readMarkdownBlocks,
  txt: async () => (await import("./formats/txt.ts")).readTextBlocks,
  csv: async () => (await import("./formats/csv.ts")).readCsvBlocks,
  json: async () => (await import("./formats/json.ts")).readJsonBlocks,
};

const blocksOf = async ({ file, type, fromPage, encoding }: ExtractionRequest): Promise<AsyncIterable<Block>> => {
  const onWarnings = (warnings: readonly FileWarning[]) => send({ warnings: [...warnings] });
  const onFound = (found: FoundInFile) => send({ found });
  if (type !== "pdf") return (await READERS[type]())(file, { encoding: encoding ?? null, onWarnings, onFound });
  const { readPdfBlocks } = await import("./formats/pdf.ts");
  return readPdfBlocks(file, { fromPage, onFound });
};

const extract = async (request: ExtractionRequest): Promise<void> => {
  const isPdf = request.type === "pdf";
  const headings = isPdf ? request.headings : [];
  let number = 0;
  for await (const cut of cutParts(await blocksOf(request), { headings, atPagesOnly: isPdf })) {
    number += 1;
    // Other types are cut again from the start, so parts that are already stored are skipped.
    if (isPdf || number > request.skipParts) send(cut);
  }
};

const answer = async (request: ExtractionRequest): Promise<void> => {
  try {
    await extract(request);
    send({ residentBytes: process.memoryUsage.rss() });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const unknown = `This file cannot be read (${cutText(toStorableText(detail), 200)}); save it again.`;
    send({ fault: error instanceof DocumentTextError ? detail : isOutOfStack(error) ? TOO_DEEP : unknown });
  }
};

/** Some libraries go down into what is nested, each level on top of the one above. */
const isOutOfStack = (error: unknown): boolean => error instanceof RangeError && error.message.includes("call stack");

const limits = watchLimits();
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const request = extractionRequest.parse(JSON.parse(line));
  limits.beginFile(limitProcessorMs(statSync(request.file).size));
  await answer(request);
}
process.exit(0);
