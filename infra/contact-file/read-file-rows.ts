import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { readCsvRows } from "./read-csv-rows.ts";
import { MAX_SHEET_BYTES, readSheetRows, type SheetLimits } from "./read-sheet-rows.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { SAMPLE_BYTES } from "./text-encoding.ts";
import { isOldOffice, isZip } from "../../domain/file/file-kinds.ts";

/** After this many rows other work of this process gets a turn. */
const ROWS_AT_A_STRETCH = 100;

/**
 * Reads CSV as a stream and XLSX page by page; the first bytes decide which, not the name. Memory does not grow with
 * the file. Throws ContactFileError for any other file.
 */
export async function* readFileRows(file: Readable, limits: SheetLimits = {}): AsyncGenerator<FileRow> {
  let rows = 0;
  for await (const row of rowsOf(file, limits)) {
    yield row;
    rows += 1;
    if (rows % ROWS_AT_A_STRETCH === 0) await nextTurn();
  }
}

async function* rowsOf(file: Readable, limits: SheetLimits): AsyncGenerator<FileRow> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  try {
    const sample = await takeSample(chunks);
    if (isOldOffice(sample)) {
      throw new ContactFileError(
        "This is an old .xls file or one with a password; save it as CSV or as .xlsx without a password.",
      );
    }
    yield* isZip(sample) ? readWorkbook(startingWith(sample, rest(chunks)), limits) : readCsvRows(sample, rest(chunks));
  } finally {
    file.destroy();
  }
}

const takeSample = async (chunks: AsyncIterator<Buffer>): Promise<Buffer> => {
  const taken: Buffer[] = [];
  let length = 0;
  while (length < SAMPLE_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    taken.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(taken);
};

async function* rest(chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

async function* startingWith(first: Buffer, following: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* following;
}

/** The workbook is stored for the reading process in a temporary folder that only this user may enter. */
async function* readWorkbook(chunks: AsyncIterable<Buffer>, limits: SheetLimits): AsyncGenerator<FileRow> {
  const folder = await mkdtemp(join(tmpdir(), "ringdown-workbook-"));
  try {
    const file = join(folder, "workbook.xlsx");
    await pipeline(Readable.from(limited(chunks)), createWriteStream(file));
    yield* readSheetRows(file, limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_SHEET_BYTES) {
      throw new ContactFileError(
        `Excel files may have ${MAX_SHEET_BYTES / MEGABYTE} MB at most; save this one as CSV.`,
      );
    }
    yield chunk;
  }
}
