import type { Readable } from "node:stream";
import type { WrittenContact } from "../../domain/contact/contact-import.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { addWarnings, type FileWarning } from "../../domain/file/file-warning.ts";
import { cutText } from "../../domain/json/storable.ts";
import { type ContactRow, type ContactRowsInput, contactRows } from "./contact-rows.ts";
import { readContactFile } from "./read-contact-file.ts";
import type { Asking } from "./read-in-process.ts";

const ROWS_PER_BATCH = 5000;
/** A batch also ends at this size: collecting the memory of larger ones would keep the process's other work waiting. */
const CHARACTERS_PER_BATCH = MEGABYTE / 2;
const MAX_SHOWN = 200;

export interface FileBatch {
  /** The number of rows before the batch, without the header. */
  position: number;
  rowCount: number;
  /** Of its contacts' attributes. */
  characters: number;
  contacts: WrittenContact[];
  /** What is said about its rows. */
  warnings: FileWarning[];
  faults: { line: number; value: string | null; reason: string }[];
}

/**
 * Reads a file with a header as batches of contacts, from row `position` on. Bad rows become faults. Memory holds one
 * batch. Throws ContactFileError for a file without rows or without a number column.
 */
export async function* readBatches(
  file: Readable,
  input: ContactRowsInput,
  how: Pick<Asking<unknown, unknown>, "encoding" | "onWarnings"> = {},
): AsyncGenerator<FileBatch> {
  let batch = emptyBatch(input.position);
  for await (const row of readContactFile(file, { ...how, reading: contactRows, input })) {
    addRow(batch, row);
    if (batch.rowCount < ROWS_PER_BATCH && batch.characters < CHARACTERS_PER_BATCH) continue;
    yield batch;
    batch = emptyBatch(batch.position + batch.rowCount);
  }
  if (batch.rowCount > 0) yield batch;
}

const emptyBatch = (position: number): FileBatch => ({
  position,
  rowCount: 0,
  characters: 0,
  contacts: [],
  warnings: [],
  faults: [],
});

const addRow = (batch: FileBatch, { line, reading }: ContactRow) => {
  batch.rowCount += 1;
  if (reading.ok) {
    batch.characters += reading.contact.attributes.length;
    batch.contacts.push(reading.contact);
    const { otherColumn } = reading;
    if (otherColumn !== undefined)
      batch.warnings = addWarnings(batch.warnings, [{ code: "other_number_column", count: 1, detail: otherColumn }]);
  } else batch.faults.push({ line, value: cutText(reading.value, MAX_SHOWN), reason: reading.reason });
};
