import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { LARGEST_EXCEL_BYTES } from "../../domain/contact/contact-file-limits.ts";
import { ContactFileError } from "../../domain/contact/contact-file-rows.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { isOldOffice, isZip } from "../../domain/file/file-kinds.ts";
import { WORKBOOK_HAS_NO_ENCODING } from "../../domain/file/text-encoding.ts";
import { makeTemporaryFolder } from "../temporary-folder.ts";
import { bytesSource } from "../text-encoding/text-source.ts";
import { readCsvRows } from "./read-csv-rows.ts";
import { type Asking, readInProcess } from "./read-in-process.ts";
import { type SampledFile, sampleFile, startingWith } from "./sample-file.ts";

/** Texts up to this size are read in this process, because to start another takes longer than to read them. */
const SMALL_TEXT_BYTES = MEGABYTE;
/** After this much work other work of this process gets a turn: a call's next step may wait for it. */
const STRETCH_MS = 1;

/**
 * Reads the rows of a contact file by `reading`: a small CSV file in this process, a large one and XLSX page by page from a
 * separate one; the first bytes decide which kind it is, not the name. Memory does not grow with the file. Throws
 * ContactFileError for any other file.
 */
export async function* readContactFile<Input, Item>(file: Readable, asking: Asking<Input, Item>): AsyncGenerator<Item> {
  let sinceMs = performance.now();
  for await (const item of itemsOf(file, asking)) {
    yield item;
    if (performance.now() - sinceMs < STRETCH_MS) continue;
    await nextTurn();
    sinceMs = performance.now();
  }
}

async function* itemsOf<Input, Item>(file: Readable, asking: Asking<Input, Item>): AsyncGenerator<Item> {
  try {
    const sampled = await sampleFile(file, SMALL_TEXT_BYTES);
    if (isOldOffice(sampled.sample)) {
      throw new ContactFileError(
        "This is an old .xls file or one with a password; save it as CSV or as .xlsx without a password.",
      );
    }
    const isWorkbook = isZip(sampled.sample);
    if (isWorkbook && asking.encoding) throw new ContactFileError(WORKBOOK_HAS_NO_ENCODING);
    if (isWorkbook || !sampled.isWhole) yield* readFromDisk(sampled, { isWorkbook, asking });
    else {
      const { reading, input, encoding = null, onWarnings } = asking;
      yield* reading.read(readCsvRows(bytesSource(sampled.sample), { encoding, onWarnings }), input);
    }
  } finally {
    file.destroy();
  }
}

/** The file is stored for the reading process in a temporary folder that only this user may enter. */
async function* readFromDisk<Input, Item>(
  sampled: SampledFile,
  { isWorkbook, asking }: { isWorkbook: boolean; asking: Asking<Input, Item> },
): AsyncGenerator<Item> {
  const { path: folder, remove } = await makeTemporaryFolder("contacts");
  try {
    const path = join(folder, "contacts");
    const chunks = startingWith(sampled.sample, sampled.rest);
    await pipeline(Readable.from(isWorkbook ? limited(chunks) : chunks), createWriteStream(path));
    let isOpen = false;
    for await (const item of readInProcess({ path, kind: isWorkbook ? "xlsx" : "csv" }, asking)) {
      // The process has the file open: one that is killed from here on leaves nothing behind.
      if (!isOpen) await remove();
      isOpen = true;
      yield item;
    }
  } finally {
    await remove();
  }
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > LARGEST_EXCEL_BYTES) {
      throw new ContactFileError(
        `Excel files may have ${LARGEST_EXCEL_BYTES / MEGABYTE} MB at most; save this one as CSV.`,
      );
    }
    yield chunk;
  }
}
