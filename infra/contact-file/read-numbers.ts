import type { Readable } from "node:stream";
import { type ParsedNumber, parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { numberColumn } from "../../domain/contact/contact-columns.ts";
import { ContactFileError } from "../../domain/contact/contact-file-error.ts";
import { readFileRows } from "./read-file-rows.ts";

export interface FileNumber {
  line: number;
  written: string;
  number: ParsedNumber;
}

/**
 * The numbers of a file, one a row: of the column that the header names, or, in a file without a header, of the first
 * column whose first cell is a number. Throws ContactFileError.
 */
export async function* readNumbers(file: Readable, country: string | null): AsyncGenerator<FileNumber> {
  let column: number | null = null;
  for await (const { line, values } of readFileRows(file)) {
    if (column === null) {
      column = numberColumn(values);
      if (column !== null) continue;
      column = values.findIndex((value) => parsePhoneNumber(value, country).ok);
      if (column < 0)
        throw new ContactFileError("The file has no column of numbers: name it phone_number in the first row.");
    }
    const written = values[column]?.trim() ?? "";
    yield { line, written, number: parsePhoneNumber(written, country) };
  }
  if (column === null) throw new ContactFileError("The file is empty.");
}
