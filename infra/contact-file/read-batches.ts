import type { Readable } from "node:stream";
import { type ContactColumns, findColumns } from "../../domain/contact/contact-columns.ts";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import type { FileRow } from "../../domain/contact/file-row.ts";
import { type FileContact, readContact } from "../../domain/contact/read-contact.ts";
import { cutText } from "../../domain/json/storable.ts";
import { readFileRows } from "./read-file-rows.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";

const ROWS_PER_BATCH = 5000;
/** A batch also ends at this size, because rows may be long. */
const CHARACTERS_PER_BATCH = 4 * MEGABYTE;
const MAX_SHOWN = 200;

export interface FileBatch {
  /** The number of rows before the batch, without the header. */
  position: number;
  rowCount: number;
  contacts: FileContact[];
  faults: { line: number; value: string | null; reason: string }[];
}

/**
 * Reads a file with a header as batches of contacts, from row `position` on. Bad rows become faults. Memory holds one
 * batch. Throws ContactFileError for a file without rows or without a number column.
 */
export async function* readBatches(
  file: Readable,
  { mapping, country, position }: { mapping: Record<string, string>; country: string | null; position: number },
): AsyncGenerator<FileBatch> {
  let columns: ContactColumns | null = null;
  let batch = emptyBatch(position);
  let rowsSeen = 0;
  let characters = 0;
  for await (const row of readFileRows(file)) {
    if (!columns) {
      columns = findColumns(row.values, mapping);
      continue;
    }
    rowsSeen += 1;
    if (rowsSeen <= position) continue;
    addRow(batch, row, { columns, country });
    for (const value of row.values) characters += value.length;
    if (batch.rowCount < ROWS_PER_BATCH && characters < CHARACTERS_PER_BATCH) continue;
    yield batch;
    batch = emptyBatch(rowsSeen);
    characters = 0;
  }
  if (!columns) throw new ContactFileError("The file is empty.");
  if (rowsSeen === 0) throw new ContactFileError("The file has a header but no rows.");
  if (batch.rowCount > 0) yield batch;
}

const emptyBatch = (position: number): FileBatch => ({ position, rowCount: 0, contacts: [], faults: [] });

const addRow = (
  batch: FileBatch,
  row: FileRow,
  { columns, country }: { columns: ContactColumns; country: string | null },
) => {
  batch.rowCount += 1;
  const reading = readContact(row.values, columns, country);
  if (reading.ok) batch.contacts.push(reading.contact);
  else batch.faults.push({ line: row.line, value: cutText(reading.value, MAX_SHOWN), reason: reading.reason });
};
