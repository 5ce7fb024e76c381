import { createInterface } from "node:readline";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { watchLimits } from "../reading-process/watch-limits.ts";
import { contactRows } from "./contact-rows.ts";
import { numberRows } from "./number-rows.ts";
import { readTextRows } from "./read-csv-rows.ts";
import { MAX_ROW_CHARACTERS } from "./row-limit.ts";
import { type ReadingName, type RowsMessage, type RowsRequest, rowsRequest } from "./row-messages.ts";
import type { RowReading } from "./row-reading.ts";
import { readSheetRows } from "./sheet-rows.ts";

/** The asker reads a page at one stretch: a fraction of a millisecond for rows of ordinary length. */
const ITEMS_PER_PAGE = 100;
/** A page also ends when the rows that were read for it are longer than this. */
const CHARACTERS_PER_PAGE = MAX_ROW_CHARACTERS;

/** `held.characters` grows by the size of each row. */
async function* countSizes(rows: AsyncIterable<FileRow>, held: { characters: number }): AsyncGenerator<FileRow> {
  for await (const row of rows) {
    for (const value of row.values) held.characters += value.length;
    yield row;
  }
}

async function* pagesOf({ file, kind, reading, input }: RowsRequest): AsyncGenerator<unknown[]> {
  const held = { characters: 0 };
  let page: unknown[] = [];
  for await (const item of READINGS[reading](countSizes(ROWS[kind](file), held), input)) {
    page.push(item);
    if (page.length < ITEMS_PER_PAGE && held.characters < CHARACTERS_PER_PAGE) continue;
    yield page;
    page = [];
    held.characters = 0;
  }
  if (page.length > 0) yield page;
}

const ROWS = { xlsx: readSheetRows, csv: readTextRows };

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
async function* answers(request: RowsRequest): AsyncGenerator<RowsMessage> {
  try {
    for await (const items of pagesOf(request)) yield { items };
    yield { isEnd: true };
  } catch (error) {
    if (!(error instanceof ContactFileError)) throw error;
    yield { fault: error.message };
  }
}

watchLimits();
let reading: AsyncGenerator<RowsMessage> | null = null;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  reading ??= answers(rowsRequest.parse(JSON.parse(line)));
  const next = await reading.next();
  process.stdout.write(`${JSON.stringify(next.done === true ? { isEnd: true } : next.value)}\n`);
}
process.exit(0);
