import type { Readable } from "node:stream";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { readCsvRows } from "./read-csv-rows.ts";
import { MAX_SHEET_BYTES, readSheetRows } from "./read-sheet-rows.ts";

const SAMPLE_BYTES = 65_536;
const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Reads CSV as a stream and XLSX as a whole; which of them it is, its first bytes say, not its name.
 * Throws ContactFileError for a file that is neither.
 */
export async function* readFileRows(file: Readable): AsyncGenerator<FileRow> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  try {
    const sample = await takeSample(chunks);
    if (sample.subarray(0, 4).equals(OLD_OFFICE)) {
      throw new ContactFileError(
        "This is an old .xls file or one with a password; save it as CSV or as .xlsx without a password.",
      );
    }
    const isZip = sample.subarray(0, 4).equals(ZIP);
    yield* isZip ? readSheetRows(await collect(sample, chunks)) : readCsvRows(sample, rest(chunks));
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

const collect = async (sample: Buffer, chunks: AsyncIterator<Buffer>): Promise<Buffer> => {
  const parts = [sample];
  let length = sample.length;
  for await (const chunk of rest(chunks)) {
    length += chunk.length;
    if (length > MAX_SHEET_BYTES) break;
    parts.push(chunk);
  }
  if (length > MAX_SHEET_BYTES) {
    throw new ContactFileError(`Excel files may have ${MAX_SHEET_BYTES / 1_048_576} MB at most; save this one as CSV.`);
  }
  return Buffer.concat(parts);
};
