import { createInterface } from "node:readline";
import { LONGEST_ROW_CHARACTERS } from "../../domain/contact/contact-file-limits.ts";
import type { FileRow } from "../../domain/contact/contact-file-rows.ts";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import type { FileWarning } from "../../domain/file/file-warning.ts";
import { watchLimits } from "../reading-process/watch-limits.ts";
import type { Decoding } from "../text-encoding/decode-text.ts";
import { fileSource } from "../text-encoding/text-source.ts";
import { contactRows } from "./contact-rows.ts";
import { numberRows } from "./number-rows.ts";
import { readCsvRows } from "./read-csv-rows.ts";
import { type ReadingName, type RowsMessage, type RowsRequest, rowsRequest } from "./row-messages.ts";
import type { RowReading } from "./row-reading.ts";
import { readSheetRows } from "./sheet-rows.ts";

/** The asker reads a page at one stretch: a fraction of a millisecond for rows of ordinary length. */
const ITEMS_PER_PAGE = 100;
const CHARACTERS_PER_PAGE = LONGEST_ROW_CHARACTERS;

/** Yields answers with items, as JSON: the titles of columns, which every contact has, may be much longer than its row. */
async function* pagesOf({ file, kind, encoding, reading, input }: RowsRequest): AsyncGenerator<string> {
  let items: string[] = [];
  let characters = 0;
  let warnings: readonly FileWarning[] = [];
  const rows = ROWS[kind](file, { encoding, onWarnings: (told) => (warnings = told) });
  for await (const item of READINGS[reading](rows, input)) {
    const text = JSON.stringify(item);
    items.push(text);
    characters += text.length;
    if (items.length < ITEMS_PER_PAGE && characters < CHARACTERS_PER_PAGE) continue;
    yield pageOf(items);
    [items, characters] = [[], 0];
  }
  if (items.length > 0) yield pageOf(items);
  yield JSON.stringify({ isEnd: true, warnings: [...warnings] } satisfies RowsMessage);
}

const pageOf = (items: readonly string[]): string => `{"items":[${items.join(",")}]}`;

const ROWS = {
  xlsx: readSheetRows,
  csv: (file: string, decoding: Decoding) => readCsvRows(fileSource(file), decoding),
};

type ItemsOfRows = (rows: AsyncIterable<FileRow>, input: unknown) => AsyncIterable<unknown>;

const withParsedInput =
  <Input, Item>({ input: schema, read }: RowReading<Input, Item>): ItemsOfRows =>
  (rows, input) =>
    read(rows, schema.parse(input));

const READINGS: Readonly<Record<ReadingName, ItemsOfRows>> = {
  numbers: withParsedInput(numberRows),
  contacts: withParsedInput(contactRows),
};

/** Yields one answer for each request line; rows that were not requested stay in this process. */
async function* answers(request: RowsRequest): AsyncGenerator<string> {
  try {
    yield* pagesOf(request);
  } catch (error) {
    if (!(error instanceof ContactFileError)) throw error;
    yield JSON.stringify({ fault: error.message } satisfies RowsMessage);
  }
}

watchLimits();
let reading: AsyncGenerator<string> | null = null;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  reading ??= answers(rowsRequest.parse(JSON.parse(line)));
  const next = await reading.next();
  if (next.done !== true) process.stdout.write(`${next.value}\n`);
}
process.exit(0);
